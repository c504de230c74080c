/** A window in another language: VS Code asks the browser for it. The session must know the language. */
import assert from 'node:assert/strict';
import { viewport, type Session } from './session.ts';
import { openWindow, type Play, type WindowContents } from './window.ts';

/** Plays in a window of its own, and closes it. @param language as browsers name it */
export async function playIn({ context, host }: Session, language: string, name: string, contents: WindowContents, play: Play): Promise<void> {
  const browser = context.browser();
  assert.ok(browser !== null);
  const speaking = await browser.newContext({ viewport, deviceScaleFactor: 1, locale: language });
  try {
    const opened = await openWindow(host, speaking, name, contents);
    try {
      await opened.play(name, play);
    } finally {
      await opened.close();
    }
  } finally {
    await speaking.close();
  }
}
