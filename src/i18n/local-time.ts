/** `2024-01-15 10:30`, where the person is. A time that is none is given back as it came. */
export function localTime(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${timeOf(date)}`;
}

/** `10:30` of today, and with the day of any other. */
export function localClock(iso: string, now: Date): string {
  const date = new Date(iso);
  return date.toDateString() === now.toDateString() ? timeOf(date) : localTime(iso);
}

function timeOf(date: Date): string {
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
