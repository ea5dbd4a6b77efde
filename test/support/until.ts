/** Asks again and again until it holds; after `seconds` it throws, with what `said` tells then. */
export async function until(
  what: () => boolean | Promise<boolean>,
  seconds = 60,
  said: () => string = () => "",
): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await what())) {
    if (performance.now() > end) throw new Error(`waited ${seconds} s in vain: ${what}\n${said()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
