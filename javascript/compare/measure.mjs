// One measurement in one runtime, started by compare.mjs. Prints JSON.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

const SITE = "https://www.example.com";
const AGENTS = ["MyBot", "Googlebot", "bingbot", "Googlebot-Image", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"];
const URLS = [
  "/", "/a/b", "/search?q=1", "/private/x.html", "/wp-admin/admin-ajax.php", "/images/a.gif?x=2", "/en/products/some-category/item-12345.html",
  "/admin/", "/cart", "/user/login",
].map((path) => SITE + path);
const ROUNDS = 5;
/** A pass of questions takes only milliseconds, so each round has several. */
const PASSES = 8;

/** Reads groups and rules for robots-txt-guard, whose own parser is a stream. */
function groups(text) {
  const found = [];
  let open = false;
  for (const line of text.split(/\r\n?|\n/)) {
    const [, field = "", value = ""] = /^\s*([^:#]*?)\s*:\s*([^#]*?)\s*(?:#.*)?$/.exec(line) ?? [];
    const name = field.toLowerCase();
    if (name === "user-agent") {
      if (!open) found.push({ agents: [], rules: [] });
      found.at(-1).agents.push(value);
      open = true;
    } else if ((name === "allow" || name === "disallow") && found.length > 0) {
      if (value) found.at(-1).rules.push({ rule: name, path: value });
      open = false;
    }
  }
  return { groups: found };
}

// Each is imported only if it is measured, because its import is measured, too.
const ours = async (isBytes) => {
  const { Robots } = await import("robots-exclusion");
  return { isBytes, parse: (text) => Robots.parse(text), matcher: (robots) => robots.matcher("MyBot"), query: (matcher, url) => matcher.allowed(url), ask: (robots, agent, url) => robots.allowed(agent, url) };
};
const CONTESTANTS = {
  // Only makes the files, for the memory that the loop itself takes.
  nothing: async () => ({ parse: (text) => text, matcher: (text) => text, query: (text) => Number.isNaN(text.charCodeAt(text.length - 1)) }),
  "robots-exclusion": () => ours(false),
  "robots-exclusion, bytes": () => ours(true),
  "robots-parser": async () => {
    const { default: parser } = await import("robots-parser");
    return { parse: (text) => parser(`${SITE}/robots.txt`, text), matcher: (robots) => robots, query: (robots, url) => robots.isAllowed(url, "MyBot"), ask: (robots, agent, url) => robots.isAllowed(url, agent) };
  },
  "robots-txt-guard": async () => {
    const { default: guard } = await import("robots-txt-guard");
    return { parse: (text) => guard(groups(text)), matcher: (robots) => robots, query: (robots, url) => robots.isAllowed("MyBot", url.slice(SITE.length)), ask: (robots, agent, url) => robots.isAllowed(agent, url.slice(SITE.length)) };
  },
};

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

/** Returns a copy of a text, in one piece. */
const decoded = (text) => decoder.decode(encoder.encode(text));

/** Returns the CPU time of a call in microseconds. */
function time(call) {
  const start = process.cpuUsage();
  call();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

/** Time and wrong answers of all contestants, in interleaved rounds. The least CPU time of each counts. */
async function contest(folder) {
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name))).filter((bytes) => bytes.length <= 500_000);
  const texts = files.map((bytes) => bytes.toString("utf8"));
  const contestants = [];
  for (const [name, load] of Object.entries(CONTESTANTS)) {
    if (name === "nothing") continue;
    contestants.push({ name, ...(await load()), parsing: Infinity, asking: Infinity, querying: Infinity, queryingNew: Infinity, open: 0, closed: 0 });
  }
  let used = 0;
  for (let round = 0; round < ROUNDS; round++) {
    for (const one of contestants) {
      const { isBytes, parse, matcher, query, ask } = one;
      const inputs = isBytes ? files : texts;
      const least = (key, value) => (one[key] = Math.min(one[key], value));
      least("parsing", time(() => inputs.forEach((input) => parse(input))) / inputs.length);
      least("asking", time(() => inputs.forEach((input) => (used += ask(parse(input), "MyBot", URLS[4])))) / inputs.length);
      // The number of hosts that a crawler visits at a time.
      const matchers = inputs.slice(0, 500).map((input) => matcher(parse(input)));
      const asks = (urls) => time(() => matchers.forEach((each, place) => urls[place].forEach((url) => (used += query(each, url))))) / matchers.length / URLS.length;
      const repeated = matchers.map(() => URLS);
      for (let pass = 0; pass < PASSES; pass++) {
        least("querying", asks(repeated));
        // Strings that were never asked before, as they come from a page.
        least("queryingNew", asks(matchers.map((_, place) => URLS.map((url) => decoded(`${url}-${place}-${round}-${pass}`)))));
      }
    }
  }
  // A URL is wrongly open if it is allowed although Google's parser disallows it.
  const { Robots } = await import("robots-exclusion");
  const differences = new Map();
  for (const [place, bytes] of files.entries()) {
    const google = Robots.parse(bytes, { dialect: "google", byteLimit: null });
    const parsed = contestants.map((one) => [one, one.parse(one.isBytes ? bytes : texts[place])]);
    for (const agent of AGENTS) {
      // That parser compares names whole, so it is asked by product token.
      const token = agent.startsWith("Mozilla") ? "Googlebot" : agent;
      const names = token === "Googlebot-Image" ? ["Googlebot-Image", "Googlebot"] : [token];
      const matcher = google.matcher(names.find((name) => google.verdict(name, "/").selection === "own") ?? token);
      for (const url of URLS) {
        const expected = matcher.verdict(url);
        for (const [one, robots] of parsed) {
          const found = one.ask(robots, agent, url);
          if (found === expected.allowed) continue;
          one[found ? "open" : "closed"]++;
          if (one.name !== "robots-exclusion") continue;
          // The first `user-agent` line usually shows why.
          const agents = texts[place].split(/[\r\n]+/).find((line) => /agent/i.test(line)) ?? "";
          const key = `${expected.text}, in a file with the line ${JSON.stringify(agents.trim())}`;
          differences.set(key, (differences.get(key) ?? 0) + 1);
        }
      }
    }
  }
  const rows = contestants.map(({ name, parsing, asking, querying, queryingNew, open, closed }) => ({ name, parsing, asking, querying, queryingNew, open, closed }));
  return { files: files.length, asked: files.length * AGENTS.length * URLS.length, used, rows, differences: [...differences] };
}

/** Milliseconds from before the import to the first answer, by the clock and of the processor. */
async function start(name) {
  const [cpu, clock] = [process.cpuUsage(), performance.now()];
  const { parse, ask } = await CONTESTANTS[name]();
  const allowed = ask(parse("User-agent: *\nDisallow: /private/"), "MyBot", `${SITE}/private/x`);
  const milliseconds = performance.now() - clock;
  const { user, system } = process.cpuUsage(cpu);
  if (allowed !== false) throw new Error(`${name} allows what is disallowed`);
  return { clock: milliseconds, processor: (user + system) / 1000 };
}

const megabytes = () => process.memoryUsage().rss / 2 ** 20;

/** The growth of memory, in MB, while 50,000 different files are parsed and asked. */
async function memory(name) {
  const { parse, matcher, query } = await CONTESTANTS[name]();
  const rules = Array.from({ length: 40 }, (_, number) => `Disallow: /folder-${number}/*.php$`).join("\n");
  query(matcher(parse("#")), `${SITE}/`);
  const before = megabytes();
  let [highest, blocked] = [before, 0];
  for (let round = 0; round < 50_000; round++) {
    if (!query(matcher(parse(`User-agent: *\n${rules}\nDisallow: /x${round}-`)), `${SITE}/x${round}-`)) blocked++;
    if (round % 500 === 0) highest = Math.max(highest, megabytes());
  }
  if (blocked !== 50_000) throw new Error(`${name}: ${blocked} blocked`);
  return highest - before;
}

/** A million matchers, held at the same time and asked at random: MB, and microseconds for a question. */
async function million() {
  const { Robots } = await import("robots-exclusion");
  const rules = Array.from({ length: 20 }, (_, number) => `Disallow: /folder-${number}/*.php$`).join("\n");
  const files = Array.from({ length: 10_000 }, (_, number) => Robots.parse(`User-agent: *\n${rules}\nDisallow: /x${number}-`));
  const before = megabytes();
  const matchers = [];
  const making = time(() => {
    for (let number = 0; number < 1_000_000; number++) matchers.push(files[number % files.length].matcher(`Bot${number}`));
  });
  const asked = 200_000;
  let blocked = 0;
  let seed = 1;
  const asking = time(() => {
    for (let round = 0; round < asked; round++) {
      // Xorshift: products of larger numbers would be rounded, and repeat themselves soon.
      seed ^= seed << 13;
      seed ^= seed >>> 17;
      seed ^= seed << 5;
      const number = (seed >>> 0) % matchers.length;
      if (!matchers[number].allowed(`/x${number % files.length}-`)) blocked++;
    }
  });
  if (blocked !== asked) throw new Error(`${blocked} blocked`);
  return { megabytes: megabytes() - before, making: making / 1_000_000, asking: asking / asked };
}

const [, , command, argument] = process.argv;
console.log(JSON.stringify(await { contest, start, memory, million }[command](argument)));
