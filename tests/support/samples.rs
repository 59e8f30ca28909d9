//! Typical files as raw material for mutation. They were written for this purpose, with fictitious
//! hosts and paths.

pub(crate) const SAMPLES: [&[u8]; 11] = [
    // The default file of blog software.
    b"User-agent: *\nDisallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\nDisallow: /wp-login.php\nDisallow: /*?replytocom=\nDisallow: /feed/$\n\
      \nSitemap: https://blog.example/sitemap_index.xml\n",
    // A shop: facets, sessions, case variants, comments after values.
    b"# Shop\r\nUser-Agent: *\r\nCrawl-delay: 10\r\nDisallow: /checkout/   # basket\r\nDisallow: /customer/account/\r\nDisallow: /*?dir=*\r\n\
      Disallow: /*&order=\r\nDisallow: /catalogsearch/\r\nDisallow: /*SID=\r\nAllow: /catalog/product/*/image.jpg$\r\nDisallow: /catalog/product/\r\n\
      Disallow: /Search?\r\nDisallow: /search?\r\nAllow: /search?q=shoes$\r\n\r\nUser-agent: Googlebot-Image\r\nAllow: /media/\r\nDisallow: /\r\n\r\n\
      Sitemap: https://shop.example/sitemap.xml\r\n",
    // A list of robots that share one rule, with typical malformed names.
    b"User-agent: MJ12bot\nUser-agent: AhrefsBot\nUser-agent: 008\nUser-agent: Mediapartners-Google*\nUser-agent: moget/2.1\n\
      User-agent: Offline Explorer\nUser-agent: Xenu's Link Sleuth 1.1c\nUser-agent: *bot\nUser-agent:\nDisallow: /\n\
      \nUser-agent: *\nDisallow:\n",
    // A wiki with both escapes and raw bytes.
    b"User-agent: *\nAllow: /w/api.php?action=mobileview&\nAllow: /w/load.php?\nDisallow: /w/\nDisallow: /wiki/Special:\nDisallow: /wiki/Special%3A\n\
      Disallow: /wiki/Sp%C3%A9cial:\nDisallow: /wiki/Sp\xC3\xA9cial%3a\nDisallow: /wiki/\xD0\x9F\xD0\xBE\xD0\xB8\xD1\x81\xD0\xBA\n\
      Disallow: /wiki/%d0%a1%d0%bb%d1%83%d0%b6\nDisallow: /wiki/\xE9t\xE9\n",
    // Rules for index pages and for their folders.
    b"User-agent: Googlebot\nAllow: /index.html\nAllow: /docs/index.htm\nAllow: /docs/*/index.html$\nAllow: /old/index.htm?x=1\nDisallow: /\n\
      User-agent: *\nDisallow: /index.html\nAllow: /public/index.html\nDisallow: /public/\n",
    // Mistakes that only a lenient parser accepts.
    b"user agent: *\ndisalow: /one\nDissallow: /two\ndiasllow: /three\ndisallaw /four\nDisallow /five\nDisallow\t/six\ndisallowed: /seven\n\
      useragent Googlebot\nallow all: /eight\nsite-map: https://odd.example/s.xml\nDisallow = /nine\nDisallow: /ten /eleven\nno colon at all here\n",
    // An HTML page instead of the file.
    b"<!DOCTYPE html>\n<html lang=\"en\">\n<head><title>404: not found</title>\n<style>body { color: #333; }</style></head>\n<body>\n\
      <p>user-agent: *<br>\ndisallow: /</p>\nuser-agent: *\ndisallow: /x\n</body>\n</html>\n",
    // A news site that names many crawlers, with merged and repeated groups.
    b"\xEF\xBB\xBFUser-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n\nUser-agent: Googlebot-News\nUser-agent: Googlebot\nAllow: /news/\n\
      Disallow: /news/archive/\nDisallow: /*.pdf$\n\nUser-agent: *\nDisallow: /private/\nRequest-rate: 1/10s\nUser-agent: bingbot\nCrawl-delay: 5\n\
      Disallow: /bing/\n\nUser-agent: googlebot\nDisallow: /amp/*/print\nAllow: /amp/\nNoindex: /drafts/\n",
    // Line ends of classic Mac OS.
    b"# generated\rUser-agent: *\rDisallow: /cgi-bin/\rDisallow: /tmp/\r\rUser-agent: slurp\rDisallow: /~joe/\rDisallow: /%7Ejane/\rDisallow: /%7ejim/\r",
    // Absolute URLs and missing slashes.
    b"User-agent: *\nDisallow: https://www.example.com/secret/\nDisallow: secret/\nDisallow: *.cgi\nDisallow: *?print=1$\nAllow: $\nDisallow: ./a\n\
      Disallow: //double//slash\nDisallow: /a;b=c\nDisallow: /path/file$name\nDisallow: /price-$$\nAllow: /**/x\nDisallow: /***\n",
    // A legal notice before the rules, and no final line end.
    b"# NOTICE: collection of content through automated means is prohibited.\n#\n#  User-agent: none\n\n\nSitemap: https://big.example/a.xml\n\
      Sitemap: https://big.example/b.xml\nUser-agent: LinkedInBot\nDisallow:\nUser-agent: *\nDisallow: /uas/*\nDisallow: /*/settings/*/edit\n\
      Disallow: /people/*?trk=\nAllow: /people/*?trk=public$\nDisallow: /profile/view",
];
