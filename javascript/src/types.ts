// The types that all modules share.

/**
 * Which parser to imitate: `"standard"` follows RFC 9309 and Google's published specification, and `"google"`
 * matches Google's own parser bit for bit.
 */
export type Dialect = "standard" | "google";

/** A rule of a file. */
export interface Rule {
  readonly kind: "allow" | "disallow";
  /** The path pattern as written, with invalid UTF-8 replaced by U+FFFD. */
  readonly pattern: string;
  /** The line, counted from 1. */
  readonly line: number;
}
