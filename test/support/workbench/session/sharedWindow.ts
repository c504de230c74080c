/**
 * Shares one window between tests that don't affect each other, because opening a window takes longer than most tests.
 */
import { after } from 'node:test';
import type { Session } from './session.ts';
import type { OpenWindow, Play, WindowContents } from './window.ts';

export interface SharedWindow {
  /** Plays a test in the window. */
  play(name: string, play: Play): Promise<void>;
}

/**
 * Provides a shared window for a suite. Call it in `describe`. The first test that needs the window opens it. After a
 * test fails, the next test opens a new window, so that a failure doesn't cause others.
 */
export function useSharedWindow(session: () => Session, contents: WindowContents): SharedWindow {
  let opened: OpenWindow | undefined;
  const close = async () => {
    const last = opened;
    opened = undefined;
    await last?.close();
  };
  after(close);
  return {
    async play(name, play) {
      opened ??= await session().open(name, contents);
      try {
        await opened.play(name, play);
      } catch (error) {
        await close();
        throw error;
      }
    },
  };
}
