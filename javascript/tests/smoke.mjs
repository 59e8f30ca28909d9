// A few questions about a few files, asked in every runtime. Returns the number of right answers.

/** Files, crawlers, URLs, and whether they may be fetched; then the line that decides. */
const CASES = [
  ["User-agent: *\nDisallow: /private/\n", "MyBot/1.0", "https://example.com/private/x", false, 2],
  ["User-agent: *\nDisallow: /private/\n", "MyBot", "/public", true, undefined],
  ["User-agent: *\nDisallow: /\nUser-agent: Googlebot\nAllow: /", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "/", true, 4],
  ["User-agent: a\nSitemap: https://a.example/s\nUser-agent: b\nDisallow: /", "a", "/", false, 4],
  ["User-agent: *\nDisallow: /admin", "a", "/%61dmin", false, 2],
  ["User-agent: googlebot\nDisallow: /", "Googlebot-Image", "/x", false, 2],
  ["User-agent: *\nDisallow: /private/", "a", "http://münchen.de/a/../private/x", false, 2],
  ["User-agent: *\nDisallow: /é", "a", "/%C3%A9", false, 2],
  ["User-agent: *\nDisallow: /*.gif$", "a", "/x/y.gif", false, 2],
  ["", "a", "/", true, undefined],
];

export function smoke({ Robots, robotsTxtUrl }, { lint, crawlers }) {
  let right = 0;
  const check = (found, expected, what) => {
    if (found !== expected) throw new Error(`${what}: ${found} instead of ${expected}`);
    right++;
  };
  for (const [text, agent, url, allowed, line] of CASES) {
    const what = `${agent} ${url} in ${JSON.stringify(text)}`;
    for (const file of [text, new TextEncoder().encode(text)]) {
      const robots = Robots.parse(file);
      check(robots.allowed(agent, url), allowed, what);
      check(robots.matcher(agent).verdict(url).line, line, what);
      check(robots.matcher([agent]).allowedMany([url])[0], Number(allowed), what);
    }
  }
  check(robotsTxtUrl("http://münchen.de/a"), "http://xn--mnchen-3ya.de/robots.txt", "the URL of a robots.txt");
  check(lint("user-agent: *\ndissallow: /").found.some(({ code }) => code === "field-typo"), true, "a typo");
  check(crawlers().length > 100, true, "the number of crawlers");
  return right;
}

/** The number of questions. */
export const QUESTIONS = 6 * CASES.length + 3;
