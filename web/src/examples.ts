// Examples to try.

export interface Example {
  name: string;
  text: string;
  urls: string[];
}

const lines = (...text: string[]) => `${text.join("\n")}\n`;

export const EXAMPLES: Example[] = [
  {
    name: "A museum",
    text: lines(
      "# The museum by the harbour", "User-agent: *", "Disallow: /search", "Disallow: /staff/", "Allow: /staff/openings.html",
      "Disallow: /*?print=", "", "# No training on our pictures", "User-agent: GPTBot", "User-agent: ClaudeBot", "User-agent: CCBot",
      "User-agent: Google-Extended", "User-agent: Applebot-Extended", "Disallow: /", "", "User-agent: Googlebot-Image", "Disallow: /collection/loans/", "",
      "Sitemap: https://www.example.org/sitemap.xml",
    ),
    urls: ["https://www.example.org/", "/staff/openings.html", "/staff/rota"],
  },
  {
    name: "Common mistakes",
    text: lines(
      "User-agent: *", "Dissallow: /cart", "Disallow: /#comments", "Disallow admin/", "Allow: https://www.example.org/blog/", "",
      "User-agent: SlowBot", "Crawl-delay: 10", "", "User-agent: BadBot", "Disallow: /", "", "Sitemap: /sitemap.xml",
    ),
    urls: ["/", "/cart", "/blog/post"],
  },
  { name: "A staging site", text: lines("# Never deploy this", "User-agent: *", "Disallow: /"), urls: ["/", "/robots.txt"] },
  {
    name: "A shop",
    text: lines(
      "User-agent: *", "Disallow: /cart", "Disallow: /checkout", "Disallow: /*?*sort=", "Disallow: /*?*filter=", "Allow: /*?filter=new$", "",
      "User-agent: AdsBot-Google", "Disallow: /checkout", "", "User-agent: AhrefsBot", "User-agent: SemrushBot", "Crawl-delay: 5", "Disallow: /products/", "",
      "Sitemap: https://shop.example/sitemap.xml",
    ),
    urls: ["/products/lamp", "/products?filter=new", "/products?page=2&sort=price"],
  },
  {
    name: "Where Google differs",
    text: lines("User-agent: *", "Disallow /private", "disallowed: /drafts", "Allow: /fish", "Disallow: /fish*"),
    urls: ["/private", "/drafts", "/fish", "/robots.txt"],
  },
];
