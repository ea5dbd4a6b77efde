import { AuditError } from "../errors.js";
import { isNumeric, type Table } from "./table.js";

export type ColumnarFormat = "parquet" | "arrow";

export interface OutputColumn {
  readonly name: string;
  readonly type: "text" | "number" | "integer";
  readonly values: readonly (string | number | null)[];
}

/** The column-wise format a file name asks for by its ending; null for any other ending. */
export function formatOfName(name: string): ColumnarFormat | null {
  if (/\.parquet$/i.test(name)) return "parquet";
  return /\.(?:arrow|feather|ipc)$/i.test(name) ? "arrow" : null;
}

/** The columns of a table; unlike in a CSV file, nothing is put before text that looks like a formula. */
export function tableColumns({ columns, rows }: Table): OutputColumn[] {
  return columns.map((column, k) => ({
    name: column.key,
    type: !isNumeric(column) ? "text" : column.kind === "count" ? "integer" : "number",
    values: rows.map((row) => row[k] ?? null),
  }));
}

/** Columns of one length as the bytes of a Parquet or Arrow (IPC) file; equal columns give equal bytes. */
export async function columnarBytes(format: ColumnarFormat, columns: readonly OutputColumn[]): Promise<Uint8Array> {
  const [first] = columns;
  for (const { name, values } of columns) {
    if (values.length !== first?.values.length) {
      throw new AuditError(
        "SHAPE_MISMATCH",
        `column '${name}' has ${values.length} values and '${first?.name}' ${first?.values.length}`,
      );
    }
  }
  return format === "parquet" ? parquetBytes(columns) : arrowBytes(columns);
}

const PARQUET_TYPES = { text: "STRING", number: "DOUBLE", integer: "INT32" } as const;

async function parquetBytes(columns: readonly OutputColumn[]): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await import("hyparquet-writer");
  const columnData = columns.map(({ name, type, values }) => ({
    name,
    type: PARQUET_TYPES[type],
    data: values.map((value) => (type === "text" && value !== null ? String(value) : value)),
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: 100_000 }));
}

async function arrowBytes(columns: readonly OutputColumn[]): Promise<Uint8Array> {
  const { columnFromArray, float64, int32, tableFromColumns, tableToIPC, utf8 } = await import("@uwdata/flechette");
  const made = columns.map(({ name, type, values }) => {
    const asType = type === "text" ? utf8() : type === "number" ? float64() : int32();
    const data = values.map((value) => (type === "text" && value !== null ? String(value) : value));
    const column: [string, ReturnType<typeof columnFromArray>] = [name, columnFromArray(data, asType)];
    return column;
  });
  const bytes = tableToIPC(tableFromColumns(made), { format: "file" });
  if (bytes === null) throw new Error("the Arrow writer gave no bytes");
  return bytes;
}
