import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { registerAddress, registerPath } from "../../../src/lab/data/mortgage-register.js";
import { pullRegister } from "../../../src/platform/lab/pull-register.js";
import { freshFolder, recast } from "../../cli/support.js";

const folder = freshFolder();
const REGISTER = "activity_year,lei,action_taken,derived_race,derived_sex,loan_amount\n2019,X,1,White,Male,105000.0\n";
const LENDER = "549300RFSMIRUODUVW59";

let server: Server;
let sent = REGISTER;
let address = "";
beforeEach(async () => {
  sent = REGISTER;
  server = createServer((_, response) => response.end(sent));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/view/csv`;
});
afterEach(async () => {
  vi.restoreAllMocks();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const BROWSER = "https://ffiec.cfpb.gov/v2/data-browser-api/view/csv";

describe("the mortgage register", () => {
  it("is asked for decisions of one state and year, and of one lender where one is named", () => {
    expect(registerAddress({ state: "wy", year: 2019 })).toBe(`${BROWSER}?states=WY&years=2019&actions_taken=1,2,3`);
    expect(registerAddress({ state: "CA", year: 2022, lender: LENDER.toLowerCase() })).toBe(
      `${BROWSER}?states=CA&years=2022&leis=${LENDER}&actions_taken=1,2,3`,
    );
    expect(registerPath({ state: "WY", year: 2019 })).toBe("hmda/register-2019-wy.csv");
    expect(registerPath({ state: "WY", year: 2019, lender: LENDER })).toBe(
      `hmda/register-2019-wy-${LENDER.toLowerCase()}.csv`,
    );
  });

  it("is asked for nothing that it cannot have, or that is no part of an address", () => {
    const refused: [Parameters<typeof registerAddress>[0], string][] = [
      [{ state: "XX", year: 2019 }, "'XX' is no state"],
      [{ state: "WY&years=2020", year: 2019 }, "is no state"],
      [{ state: "../wy", year: 2019 }, "is no state"],
      [{ state: "WY", year: 2017 }, "from 2018 on, not in 2017"],
      [{ state: "WY", year: 2019.5 }, "from 2018 on"],
      [{ state: "WY", year: 2019, lender: "../../etc" }, "no legal entity identifier"],
    ];
    for (const [request, words] of refused) {
      expect(() => registerAddress(request)).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
      expect(() => registerAddress(request)).toThrow(words);
    }
  });

  it("is saved under its own name, with its sum", async () => {
    const pulled = await pullRegister({ state: "WY", year: 2019 }, folder(), { address });
    expect(pulled.path).toBe(join(folder(), "hmda/register-2019-wy.csv"));
    expect(await readFile(pulled.path, "utf8")).toBe(REGISTER);
    expect(pulled.sha256).toBe(createHash("sha256").update(REGISTER).digest("hex"));
    const again = pullRegister({ state: "WY", year: 2019 }, folder(), { address });
    await expect(again).rejects.toMatchObject({ code: "FILE_EXISTS" });
  });

  it("leaves nothing where something else was sent", async () => {
    sent = "<html>Service unavailable</html>";
    const pulled = pullRegister({ state: "WY", year: 2019 }, folder(), { address });
    await expect(pulled).rejects.toMatchObject({ code: "DATA_CHANGED" });
    await expect(pulled).rejects.toThrow("has no column action_taken, derived_race, derived_sex, loan_amount");
    expect(existsSync(join(folder(), "hmda"))).toBe(false);
  });
});

describe("recast data pull hmda", () => {
  const run = (...argv: string[]) => recast(["data", ...argv], { cwd: folder(), env: { RECAST_DATA: folder() } });

  it("asks the register's address, once it has a state and a year", async () => {
    const asked: string[] = [];
    vi.spyOn(globalThis, "fetch").mockImplementation(async (given) => {
      asked.push(String(given));
      return new Response(REGISTER);
    });
    expect((await run("pull", "hmda", "--state", "WY")).stderr).toContain("Name both (--state WY --year 2019)");
    expect((await run("pull", "housing", "--state", "WY")).stderr).toContain("--state has no effect on 'housing'");
    expect((await run("pull", "hmda", "--state", "Wyoming", "--year", "2019")).stderr).toContain("is no state");
    expect(asked).toEqual([]);
    const outcome = await run("pull", "hmda", "--state", "WY", "--year", "2019");
    expect(outcome).toMatchObject({ exitCode: 0 });
    expect(outcome.stdout).toContain("--preset hmda");
    expect(asked).toEqual([`${BROWSER}?states=WY&years=2019&actions_taken=1,2,3`]);
    expect(await readdir(join(folder(), "hmda"))).toEqual(["register-2019-wy.csv"]);
  });

  it("is listed, without asking anybody", async () => {
    const asked = vi.spyOn(globalThis, "fetch");
    const { stdout } = await run("--json");
    expect(JSON.parse(stdout).registers).toMatchObject([{ name: "hmda" }]);
    expect((await run()).stdout).toContain("recast data pull hmda --state WY --year 2019");
    expect(asked).not.toHaveBeenCalled();
  });
});
