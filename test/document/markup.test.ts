import { describe, expect, it } from "vitest";
import { html, trusted } from "../../src/document/markup.js";
import { named, plain, quoted } from "../../src/document/names.js";

describe("html", () => {
  it("escapes every value, in text and in quoted attributes", () => {
    const nasty = `<script>alert("1")</script>' & more`;
    expect(html`<p title="${nasty}">${nasty}</p>`.text).toBe(
      '<p title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39; &amp; more">&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39; &amp; more</p>',
    );
  });

  it("keeps markup, joins lists, writes numbers and leaves out null", () => {
    const items = ["a<b", html`<b>${"c>d"}</b>`, 3, null, [trusted("<hr>")]];
    expect(html`<div>${items}</div>`.text).toBe("<div>a&lt;b<b>c&gt;d</b>3<hr></div>");
  });

  it("shows characters that no page may hold as the replacement character", () => {
    expect(html`${"a\u0000b\u001bc\ud800d\uffffe\tf\ng"}`.text).toBe("a\ufffdb\ufffdc\ufffdd\ufffde\tf\ng");
    expect(html`${"pair \ud83d\ude00"}`.text).toBe("pair \ud83d\ude00");
  });

  it("puts names of the user into an element that keeps their direction, however they are marked already", () => {
    expect(html`By ${named("עברית")}.`.text).toBe("By <bdi>עברית</bdi>.");
    expect(html`${named("a\u2069<b>\u2068c")}`.text).toBe("<bdi>a&lt;b&gt;c</bdi>");
    expect(plain(`By ${named("x")}`)).toBe("By x");
  });
});

describe("quoted", () => {
  it("cuts very long names, never within a character", () => {
    expect(plain(quoted("here"))).toBe("“here”");
    const cut = plain(quoted("😀".repeat(100)));
    expect(cut).toBe(`“${"😀".repeat(59)}…”`);
  });
});
