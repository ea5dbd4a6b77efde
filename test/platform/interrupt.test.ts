import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { guardInterrupts } from "../../src/platform/interrupt.js";

describe("guardInterrupts", () => {
  it("aborts on the first Ctrl-C and leaves the second to the system", () => {
    const source = new EventEmitter();
    const guard = guardInterrupts(source);
    expect(guard.signal.aborted).toBe(false);
    source.emit("SIGINT");
    expect(guard.signal.aborted).toBe(true);
    expect(guard.caught()).toBe("SIGINT");
    expect(source.listenerCount("SIGINT")).toBe(0);
    expect(source.listenerCount("SIGTERM")).toBe(0);
  });

  it("tells SIGTERM from SIGINT", () => {
    const source = new EventEmitter();
    const guard = guardInterrupts(source);
    source.emit("SIGTERM");
    expect(guard.caught()).toBe("SIGTERM");
  });

  it("takes its listeners off during synchronous work, also when that throws, and puts them back", () => {
    const source = new EventEmitter();
    const guard = guardInterrupts(source);
    expect(guard.unguarded(() => source.listenerCount("SIGINT"))).toBe(0);
    expect(source.listenerCount("SIGINT")).toBe(1);
    expect(() =>
      guard.unguarded(() => {
        throw new Error("no");
      }),
    ).toThrow("no");
    expect(source.listenerCount("SIGINT")).toBe(1);
    guard.dispose();
    expect(source.listenerCount("SIGINT")).toBe(0);
  });

  it("does not listen again after it has fired", () => {
    const source = new EventEmitter();
    const guard = guardInterrupts(source);
    source.emit("SIGINT");
    guard.unguarded(() => undefined);
    expect(source.listenerCount("SIGINT")).toBe(0);
  });
});
