/** Opens a window of a VS Code that a test starts, such as with `npm start`. */
import type { VscodeTestServer } from '#scripts/vscode/vscodeHost.ts';
import { keepEvidence } from './evidence.ts';
import { hosts } from './hosts.ts';
import { patience } from '../parts/step.ts';
import { Workbench } from '../workbench.ts';

export interface StartedVscode {
  /** The address with the token that admits a browser. */
  readonly url: string;
  /** The folder in which VS Code stores settings, logs, and extensions. */
  readonly home: string;
  readonly host: Pick<VscodeTestServer, 'log'>;
}

/** Opens the address in a new browser context, plays a test there, and closes the context. */
export async function playAt(
  name: string,
  started: StartedVscode,
  play: (workbench: Workbench) => Promise<void>,
): Promise<void> {
  const browser = await hosts.browser();
  const context = await browser.newContext();
  try {
    const openedAt = Date.now();
    const page = await context.newPage();
    page.setDefaultTimeout(patience);
    const workbench = new Workbench(page);
    try {
      await workbench.open(started.url);
      await play(workbench);
    } catch (error) {
      await keepEvidence({ name, workbench, shared: started, openedAt });
      throw error;
    }
  } finally {
    await context.close();
  }
}
