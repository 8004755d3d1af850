/** What git printed, as values. Names are decoded for showing; where they go back to git they stay bytes. */

export function textOf({ stdout }: { readonly stdout: Buffer }): string {
  return stdout.toString('utf8').trim();
}

/** NUL-terminated fields. */
export function fieldsOf({ stdout }: { readonly stdout: Buffer }): string[] {
  return byteFieldsOf({ stdout }).map((field) => field.toString('utf8'));
}

export function byteFieldsOf({ stdout }: { readonly stdout: Buffer }): Buffer[] {
  const fields: Buffer[] = [];
  for (let begin = 0; begin < stdout.length;) {
    const end = stdout.indexOf(0, begin);
    const until = end === -1 ? stdout.length : end;
    fields.push(stdout.subarray(begin, until));
    begin = until + 1;
  }
  return fields;
}
