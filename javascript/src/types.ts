// The types that all modules share.

/**
 * Which parser to imitate: `"standard"` is RFC 9309 with Google's published specification, `"google"` is
 * Google's own parser, bit for bit.
 */
export type Dialect = "standard" | "google";

/** A rule of a file. */
export interface Rule {
  readonly kind: "allow" | "disallow";
  /** The path pattern as written. Bytes that are invalid UTF-8 are U+FFFD. */
  readonly pattern: string;
  /** The line, from 1. */
  readonly line: number;
}
