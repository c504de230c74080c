/** Edits, hovers, and completions as a user makes them. Each action checks that the server's response is correct. */
import { isOnLine, type Session } from './editorSession.ts';
import type { Input } from './inputFiles.ts';

/** An open file in a session. */
export interface Typing {
  readonly session: Session;
  readonly input: Input;
  /** Runs before each measured action, for example to wait until the server is idle. */
  readonly settle: () => Promise<void>;
}

/** Makes the toggled value valid or invalid with one key. Returns the time until the diagnostics, in milliseconds. */
export async function edit({ session, input }: Typing, wrong: boolean): Promise<number> {
  const sent = performance.now();
  return (await session.toggle(input, wrong)) - sent;
}

/**
 * Makes the toggled value valid or invalid with one key and immediately requests the hover of the field. Returns the
 * time until the hover, in milliseconds.
 */
export async function hoverAfterEdit({ session, input, settle }: Typing, wrong: boolean): Promise<number> {
  const sent = performance.now();
  const checked = session.toggle(input, wrong);
  const text = await session.hover(input, input.key);
  const time = performance.now() - sent;
  if (!/eligib/i.test(text)) throw new Error(`the hover doesn't explain the field: ${text}`);
  await checked;
  await settle();
  return time;
}

/**
 * Types one letter where a key can be, checks that completion offers the key, and removes the letter. Returns the time
 * from the letter until the completion, in milliseconds.
 */
export async function completeAfterKey({ session, input, settle }: Typing): Promise<number> {
  const { line, character } = input.blank;
  // The document can't be parsed until the key has a colon. Both servers report this on that line or nearby.
  const sent = performance.now();
  const reported = session.diagnosticsWhere(input, (diagnostics) => diagnostics.length > 0);
  const typed = session.insert(input, input.blank, 'l');
  const items = await session.complete(input, { line, character: character + 1 });
  const time = performance.now() - sent;
  await typed;
  if (!items.some(({ label }) => label === 'logLevel'))
    throw new Error(`completion doesn't offer logLevel: ${items.map(({ label }) => label).join(', ')}`);
  await reported;
  await settle();
  const back = session.diagnosticsWhere(
    input,
    (diagnostics) => isOnLine(diagnostics, input.wrongLine) && isOnLine(diagnostics, input.toggle.line),
  );
  await session.remove(input, input.blank, 1);
  await back;
  await settle();
  return time;
}
