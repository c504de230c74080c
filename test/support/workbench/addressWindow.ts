/** A window of a VS Code that the test has started itself, as with `npm start`. */
import type { Host } from '../../../scripts/lib/vscodeHost.ts';
import { keepEvidence } from './evidence.ts';
import { hosts } from './hosts.ts';
import { patience } from './step.ts';
import { Workbench } from './workbench.ts';

export interface StartedVscode {
  /** The address that lets a browser in. */
  readonly url: string;
  /** Where VS Code keeps its settings, logs and extensions. */
  readonly home: string;
  readonly host: Pick<Host, 'log'>;
}

/** Opens an address in a browser context of its own, plays in it, and closes it. */
export async function playAt(name: string, started: StartedVscode, play: (workbench: Workbench) => Promise<void>): Promise<void> {
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
