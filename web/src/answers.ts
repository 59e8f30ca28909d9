// The package's functions that the worker calls, and the types of their answers.

import type * as tools from "robots-exclusion/tools/slim";

export type { Comparison, Crawler, Dialect, Edit, Explanation, Matrix, Mistake, Mistakes, NewFile, Page, Product, Side, Site } from "robots-exclusion/tools/slim";

export type Calls = Pick<
  typeof tools,
  "columns" | "crawlers" | "diff" | "explain" | "fix" | "lint" | "matrix" | "pages" | "preset" | "products" | "robotsTxt"
>;
