/** One window for the tests of a suite that do not get in the way of each other: to open one costs more than most of them. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after } from 'node:test';
import type { Session } from './session.ts';
import type { OpenWindow, Play, WindowContents } from './window.ts';
import type { Workbench } from './workbench.ts';

export interface SharedWindow {
  /** Plays a test in it. */
  play(name: string, play: Play): Promise<void>;
  /** Closes it before its time. */
  close(): Promise<void>;
}

/**
 * To be called inside of `describe`. The window is opened for the first test that asks for it; after a test that fails the next one gets a new window,
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
    close,
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

/** Writes a file into the folder of a window, and opens it: each test of a shared window has its own, whose name no other begins with. */
export async function openNew(workbench: Workbench, folder: string, name: string, text: string): Promise<void> {
  writeFileSync(path.join(folder, name), text);
  // Whatever the test before has left open: a list of suggestions, a hover.
  await workbench.page.keyboard.press('Escape');
  await workbench.openFile(name);
}
