// The types of the JSON that the bindings return. See web/bindings/src.

export type Site = "allowed" | "partly" | "disallowed";

export interface Crawler {
  token: string;
  operator: string;
  purpose: string;
  status: "active" | "retired" | "control";
  replacedBy: string | null;
  obeys: "yes" | "no" | "unknown";
  documentation: string;
  read: string | null;
}

export interface Matrix {
  rows: { site: Site; cells: string }[];
}

export interface Rule {
  kind: "Allow" | "Disallow";
  pattern: string;
  line: number;
}

export type Dialect = "standard" | "google";

export interface Explanation {
  allowed: boolean;
  dialect: Dialect;
  reason: string;
  sentence: string;
  rule: Rule | null;
  line: number | null;
  selection: "own" | "general" | "wildcard" | "none";
  selectedBy: string;
  agentLines: number[];
  matches: (Rule & { length: number })[];
  crawlDelay: number | null;
  other: { dialect: Dialect; allowed: boolean; line: number | null; sentence: string };
}

export interface Edit {
  from: number;
  to: number;
  text: string;
  safe: boolean;
  effect: string;
}

export interface Mistake {
  code: string;
  severity: "information" | "warning" | "error";
  lines: string;
  places: { line: number; from: number; to: number }[];
  message: string;
  advice: string;
  explanation: string;
  dialect: Dialect | null;
  edits: Edit[];
}

export interface Mistakes {
  total: number;
  warnings: number;
  found: Mistake[];
}

export interface Side {
  sentence: string;
  line: number | null;
  rule: string | null;
}

export interface Comparison {
  named: number;
  changed: {
    agents: string[];
    decided: boolean;
    changes: { change: "allowed" | "disallowed"; url: string; before: Side; after: Side }[];
  }[];
}

export interface Calls {
  crawlers: [[], Crawler[]];
  mistakes: [[text: string], Mistakes];
  matrix: [[text: string, tokens: string[], urls: string[]], Matrix];
  explain: [[text: string, token: string, url: string], Explanation];
  compare: [[before: string, after: string], Comparison];
  fix: [[text: string], string];
  preset: [[disallow: string[], allow: string[], closed: string[], sitemaps: string[]], string];
}
