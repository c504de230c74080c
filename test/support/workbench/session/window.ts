/** Opens a VS Code window with its own workspace folder. */
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { repositoryRoot } from '#scripts/lib/run.ts';
import { keepEvidence } from './evidence.ts';
import type { SharedHost } from './hosts.ts';
import { patience } from '../parts/step.ts';
import { Workbench } from '../workbench.ts';

/** The contents and options of a window. */
export interface WindowContents {
  /**
   * The folder of samples/ to copy into the workspace folder, or `.` for all of them. If undefined, the workspace
   * folder is empty.
   */
  readonly sample?: string;
  /** Files to write into the workspace folder: contents by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Files and folders to copy into the workspace folder: sources by path. */
  readonly copies?: Readonly<Record<string, string>>;
  /** The URI of a folder in a virtual file system, which the window opens instead of the workspace folder. */
  readonly virtual?: string;
  /** The file that the window opens when it starts. */
  readonly open?: string;
  /** More of VS Code's start parameters, such as `logLevel`. */
  readonly payload?: readonly (readonly [key: string, value: string])[];
  /** The size of the window in pixels, 1280 x 800 by default. It doesn't change while the window is open. */
  readonly size?: { readonly width: number; readonly height: number };
  /** The language of the browser, such as `ko`. */
  readonly language?: string;
  /** True to record all messages from the VS Code server in `Workbench.received`. */
  readonly recordsReceived?: boolean;
}

/** A window that stays open until its owner closes it. */
export interface OpenWindow {
  /** Plays a test in the window. If the test fails, writes evidence to test-results/failures. */
  play(name: string, play: Play): Promise<void>;
  close(): Promise<void>;
}

export type Play = (workbench: Workbench, folder: string) => Promise<void>;

/**
 * Opens a window with its own workspace folder.
 * @param name of the first test in the window, for the evidence of a failure
 */
export async function openWindow(
  shared: SharedHost,
  context: BrowserContext,
  name: string,
  contents: WindowContents,
): Promise<OpenWindow> {
  const parent = mkdtempSync(path.join(tmpdir(), 'osc-'));
  // Some servers run as another user.
  chmodSync(parent, 0o755);
  const folder = path.join(
    parent,
    path.basename(path.resolve(repositoryRoot, 'samples', contents.sample ?? 'manifests')),
  );
  fillFolder(folder, contents);
  const openedAt = Date.now();
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  if (contents.size !== undefined) await page.setViewportSize(contents.size);
  const workbench = new Workbench(page);
  if (contents.recordsReceived === true) workbench.recordReceived();
  const opened: OpenWindow = {
    async play(called, play) {
      try {
        await play(workbench, folder);
      } catch (error) {
        await keepEvidence({ name: called, workbench, shared, openedAt });
        throw error;
      }
    },
    async close() {
      if (!page.isClosed()) await page.close({ runBeforeUnload: false });
      rmSync(parent, { recursive: true, force: true });
    },
  };
  try {
    await opened.play(name, async () => {
      const files = contents.open === undefined ? [] : [path.join(folder, contents.open)];
      await workbench.open(
        shared.host.windowUrl({ folder: contents.virtual ?? folder, files, payload: contents.payload ?? [] }),
      );
      if (contents.open !== undefined) await workbench.editor.shows(path.basename(contents.open));
    });
  } catch (error) {
    await opened.close();
    throw error;
  }
  return opened;
}

function fillFolder(folder: string, { sample, files = {}, copies = {} }: WindowContents): void {
  if (sample === undefined) mkdirSync(folder);
  else cpSync(path.join(repositoryRoot, 'samples', sample), folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  for (const [name, source] of Object.entries(copies)) cpSync(source, path.join(folder, name), { recursive: true });
}
