import { expect, it } from "vitest";
import { message } from "../../src/export/onnx-graph.js";

it("message writes fields as the format's documentation does", () => {
  expect(Array.from(message().integer(1, 150).finish())).toEqual([0x08, 0x96, 0x01]);
  expect(Array.from(message().text(2, "testing").finish())).toEqual([
    0x12, 0x07, 0x74, 0x65, 0x73, 0x74, 0x69, 0x6e, 0x67,
  ]);
  expect(Array.from(message().message(3, message().integer(1, 150)).finish())).toEqual([0x1a, 0x03, 0x08, 0x96, 0x01]);
  const tenBytes = [0x08, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01];
  expect(Array.from(message().integer(1, -1).finish())).toEqual(tenBytes);
  expect(Array.from(message().integer(20, 1).finish())).toEqual([0xa0, 0x01, 0x01]);
});
