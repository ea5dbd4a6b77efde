import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../src/document/canonical-json.js";

describe("canonicalJson", () => {
  it("sorts keys at every depth and indents by two", () => {
    expect(canonicalJson({ b: [1, { d: null, c: true }], a: {}, "": [] })).toBe(
      '{\n  "": [],\n  "a": {},\n  "b": [\n    1,\n    {\n      "c": true,\n      "d": null\n    }\n  ]\n}\n',
    );
  });

  it("writes numbers as the shortest text that reads back, and −0 as 0", () => {
    expect(canonicalJson([0.1, 1e21, 5e-324, 100, 1 / 3, -0])).toBe(
      "[\n  0.1,\n  1e+21,\n  5e-324,\n  100,\n  0.3333333333333333,\n  0\n]\n",
    );
  });

  it("writes typed arrays as arrays and models by their toJSON", () => {
    expect(canonicalJson(Float64Array.of(0.5))).toBe("[\n  0.5\n]\n");
    expect(canonicalJson({ model: { toJSON: () => ({ a: 1 }) } })).toBe('{\n  "model": {\n    "a": 1\n  }\n}\n');
  });

  it.each([
    [{ a: [Number.NaN] }, "$.a[0] is NaN"],
    [{ a: Number.POSITIVE_INFINITY }, "$.a is Infinity"],
    [{ a: undefined }, "$.a is undefined"],
    [[() => 1], "$[0] is function"],
    [{ a: 1n }, "$.a is bigint"],
    [Float64Array.of(Number.NaN), "$[0] is NaN"],
  ])("refuses what JSON cannot hold: case %#", (value, message) => {
    expect(() => canonicalJson(value)).toThrow(message);
  });

  it("refuses a value that contains itself, and allows the same value twice", () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect(() => canonicalJson(circle)).toThrow("$.self contains itself");
    const shared = { a: 1 };
    expect(() => canonicalJson([shared, shared])).not.toThrow();
  });

  it("reads back to the same value, and again to the same bytes, for any JSON value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        const back: unknown = JSON.parse(text);
        expect(back).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(back)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it("does not depend on the order in which keys were set", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.integer()), (record) => {
        const reversed = Object.fromEntries(Object.entries(record).reverse());
        expect(canonicalJson(reversed)).toBe(canonicalJson(record));
      }),
    );
  });
});
