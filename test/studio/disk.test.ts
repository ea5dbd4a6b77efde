import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { en } from "../../studio/src/text/en.js";
import { checkFiles, quickSettings, runAudit, savedFolder } from "./hands.js";
import { firstDifferentFile, nodeAudit } from "./node-audit.js";
import { hasNoBrowser, noBrowserReason, type Studio, startStudio } from "./open-studio.js";
import { AUDIT_PLACES, goTo } from "./screens.js";
import { QUICK_FLAGS, SMALL_FILES } from "./small-case.js";

describe.skipIf(hasNoBrowser)(`the page and the outside${noBrowserReason}`, () => {
  let studio: Studio;
  beforeAll(async () => {
    studio = await startStudio();
  });
  afterAll(() => studio?.close());

  it("in one file, from the disk, makes the same audit, shows every screen and asks for nothing", async () => {
    const onCommandLine = nodeAudit(SMALL_FILES, QUICK_FLAGS);
    const { page, asked, outside, complaints, close } = await studio.open({ fromDisk: true });
    await checkFiles(page, SMALL_FILES);
    await quickSettings(page);
    await runAudit(page);
    expect(firstDifferentFile(await savedFolder(page), await onCommandLine)).toBe(null);
    for (const place of AUDIT_PLACES) await goTo(page, place);
    await page.getByText(en.app.network.fromDisk, { exact: false }).first().waitFor();
    expect(asked).toEqual([""]); // the file itself
    expect(outside).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it.each([{ fromDisk: false }, { fromDisk: true }])(
    "is kept from sending by the browser itself: %o",
    async (options) => {
      const { page, complaints, close } = await studio.open(options);
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(await attempts(page)).toEqual({
        fetch: "refused",
        image: "refused",
        beacon: "refused",
        socket: "refused",
        frame: "refused",
        script: "refused",
        style: "refused",
      });
      expect(studio.reached).toEqual([]);
      expect(complaints.length).toBeGreaterThan(0);
      expect(complaints.every((text) => /Content Security Policy|violates|Refused/i.test(text))).toBe(true);
      await close();
    },
  );
});

/** Everything a script could try to reach another machine. */
function attempts(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    const outside = "http://192.0.2.1:9/x"; // an address that belongs to nobody
    const blocked = (work: () => void, name: string) =>
      new Promise<string>((resolve) => {
        const isAbout = ({ effectiveDirective }: SecurityPolicyViolationEvent) => effectiveDirective.startsWith(name);
        document.addEventListener("securitypolicyviolation", (event) => isAbout(event) && resolve("refused"));
        setTimeout(() => resolve("allowed"), 20_000);
        try {
          work();
        } catch {
          resolve("refused");
        }
      });
    const append = (name: string, attributes: Record<string, string>, text = "") => {
      const element = document.createElement(name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      element.textContent = text;
      document.body.append(element);
    };
    return {
      fetch: await fetch(outside, { mode: "no-cors" }).then(
        () => "allowed",
        () => "refused",
      ),
      image: await blocked(() => append("img", { src: outside }), "img-src"),
      beacon: await blocked(() => navigator.sendBeacon(outside, "x"), "connect-src"),
      socket: await blocked(() => new WebSocket("ws://192.0.2.1:9/"), "connect-src"),
      frame: await blocked(() => append("iframe", { src: outside }), "frame-src"),
      script: await blocked(() => append("script", {}, "document.title = 'taken'"), "script-src"),
      style: await blocked(() => append("style", {}, "body { color: red }"), "style-src"),
    };
  });
}
