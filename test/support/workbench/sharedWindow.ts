/** One window for the tests of a suite that do not get in each other's way: opening one takes longer than most of them. */
import { after } from 'node:test';
import type { Session } from './session.ts';
import type { OpenWindow, Play, WindowContents } from './window.ts';

export interface SharedWindow {
  /** Plays a test in it. */
  play(name: string, play: Play): Promise<void>;
}

/**
 * Call it inside of `describe`. The window is opened for the first test that needs it. After a test that fails, the next one gets a new window,
 * so that one mistake is one failure.
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
