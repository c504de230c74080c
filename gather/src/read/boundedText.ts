/** Reads the text of a must-gather file. */
import type { MustGatherBudget } from '../limits/budget.ts';
import type { MustGatherFile } from '../sources/mustGatherSource.ts';

/** Returns the text, or undefined if it's larger than the limit in bytes. Throws `BudgetSpent`. */
export async function textOf(
  file: MustGatherFile,
  most: number,
  budget: MustGatherBudget,
): Promise<string | undefined> {
  if (file.size > most) return undefined;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of budget.counted('objectBytes', file.bytes())) {
    size += part.length;
    if (size > most) return undefined;
    parts.push(Uint8Array.from(part));
  }
  return new TextDecoder().decode(Buffer.concat(parts));
}
