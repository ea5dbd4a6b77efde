const two = (value: number) => String(value).padStart(2, "0");

/** 2026-03-09 14:05, in the time zone of this computer. */
export function dayAndTime(date: Date): string {
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
