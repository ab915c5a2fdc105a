import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Scanner;
import java.util.regex.Pattern;

/**
 * How java.util.regex reads the patterns of exported schemas. Of each line of the standard input, a pattern and a text, both in
 * base64, it prints whether the one finds something in the other: java Matches.java
 */
public final class Matches {
    /** Java's own "$" also stands before a line break at the end; that of JSON Schema does not. */
    static boolean matches(String pattern, String text) {
        return Pattern.compile(pattern.replaceAll("(?<!\\\\)\\$$", "\\\\z")).matcher(text).find();
    }

    public static void main(String[] arguments) {
        Scanner lines = new Scanner(System.in, StandardCharsets.UTF_8);
        while (lines.hasNextLine()) {
            String[] parts = lines.nextLine().split(" ", -1);
            System.out.println(matches(decoded(parts[0]), decoded(parts[1])));
        }
    }

    private static String decoded(String base64) {
        return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    }
}
