import { type FileHandle, open } from "node:fs/promises";

/** A file of lines in `folder`, open for appending, cut to its `complete` bytes: a dying process leaves half a line. */
export async function openForAppending(folder: string, path: string, complete: number): Promise<FileHandle> {
  const handle = await open(path, "a");
  await handle.truncate(complete);
  await handle.datasync();
  const parent = await open(folder, "r");
  await parent.sync().catch(() => undefined); // the new name itself; not every system allows it
  await parent.close();
  return handle;
}
