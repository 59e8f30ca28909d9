// Answers the questions of conformance.py with crawler-commons: lines of the agent, the URL and the file, each in base64.

import crawlercommons.robots.SimpleRobotRulesParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

class CrawlerCommons {
    public static void main(String[] arguments) throws IOException {
        var parser = new SimpleRobotRulesParser();
        var answers = new StringBuilder();
        var lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = lines.readLine()) != null; ) {
            String[] parts = line.split("\t", -1);
            Base64.Decoder decoder = Base64.getDecoder();
            String agent = new String(decoder.decode(parts[0]), "UTF-8").toLowerCase(Locale.ROOT);
            String url = new String(decoder.decode(parts[1]), "UTF-8");
            try {
                // It expects names in lower case.
                var rules = parser.parseContent("https://www.example.com/robots.txt", decoder.decode(parts[2]), "text/plain", List.of(agent));
                answers.append(rules.isAllowed(url) ? '+' : '-');
            } catch (RuntimeException error) {
                answers.append('!');
            }
        }
        System.out.println("crawler-commons\t" + arguments[0] + "\t" + answers);
    }
}
