import { spawn } from "node:child_process";

export function browserCommand(address: string, platform: NodeJS.Platform): readonly [string, readonly string[]] {
  if (platform === "darwin") return ["open", [address]];
  if (platform === "win32") return ["cmd", ["/c", "start", "", address]];
  return ["xdg-open", [address]];
}

/**
 * Opens an address in the user's browser, as a process of its own that outlives this one. `failed` is called when that
 * did not work; it is never an error.
 */
export function openBrowser(
  address: string,
  env: Readonly<Record<string, string | undefined>>,
  failed: () => void,
  platform: NodeJS.Platform = process.platform,
): void {
  const [program, args] = browserCommand(address, platform);
  const child = spawn(program, [...args], { detached: true, stdio: "ignore", env: { ...env } });
  let said = false;
  const fail = () => {
    if (!said) failed();
    said = true;
  };
  child.once("error", fail);
  child.once("exit", (code) => {
    if (code !== 0) fail();
  });
  child.unref();
}
