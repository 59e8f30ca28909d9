// Crawlers' purposes, in the order in which site owners ask about them.

export const PURPOSES: Record<string, { name: string; about: string }> = {
  search: { name: "Search engines", about: "Search engine indexes" },
  "ai-training": { name: "AI training", about: "Data for training models" },
  "ai-input": { name: "AI answers", about: "Pages that a model reads when it answers" },
  user: { name: "Fetched for a person", about: "Pages that someone asked an assistant to read" },
  preview: { name: "Link previews", about: "Previews of links that people share" },
  ads: { name: "Advertising", about: "Landing page checks, ad placement" },
  seo: { name: "SEO and marketing", about: "Links, rankings, mentions" },
  feed: { name: "Feeds", about: "Feeds that people subscribe to" },
  archive: { name: "Archives", about: "Copies for archives" },
  monitoring: { name: "Monitoring", about: "Checks that a site is up, fast and free of mistakes" },
  security: { name: "Security", about: "Scans for weaknesses and malware" },
  research: { name: "Research", about: "Open data sets, text comparison" },
  other: { name: "Other purposes", about: "Some other documented purpose" },
  unknown: { name: "Unknown purpose", about: "Not documented" },
};

export function purposeName(purpose: string): string {
  return PURPOSES[purpose]?.name ?? purpose;
}

// The crawlers that site owners ask about most come first. The others are in the same order as the table.
const FIRST = [
  "Googlebot", "bingbot", "Applebot", "DuckDuckBot", "YandexBot", "Baiduspider", "GPTBot", "ClaudeBot", "Google-Extended", "CCBot", "meta-externalagent",
  "Applebot-Extended", "Amazonbot", "Bytespider", "OAI-SearchBot", "PerplexityBot", "ChatGPT-User", "Claude-User",
];

export function rank(token: string): number {
  const place = FIRST.indexOf(token);
  return place < 0 ? FIRST.length : place;
}
