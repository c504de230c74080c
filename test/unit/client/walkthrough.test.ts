import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { WalkthroughRegistration, type WalkthroughHost } from '../../../client/src/walkthrough.ts';

/** A VS Code whose time passes only while the command waits. */
function vscode(): WalkthroughHost & { readonly events: readonly string[]; pass: (milliseconds: number) => void } {
  const events: string[] = [];
  let time = 1000;
  return {
    events,
    pass: (milliseconds) => {
      time += milliseconds;
    },
    useService: async () => {
      events.push('use');
      throw new Error('no such step');
    },
    wait: async (milliseconds) => {
      events.push(`wait ${milliseconds}`);
      time += milliseconds;
    },
    now: () => time,
  };
}

describe('command Take the Tour', () => {
  test('lets VS Code create its walkthrough service, and waits until the service has registered the walkthrough', async () => {
    const host = vscode();
    await new WalkthroughRegistration().isDone(host);
    assert.deepEqual(host.events, ['use', 'wait 7000']);
  });

  test('waits once', async () => {
    const host = vscode();
    const registration = new WalkthroughRegistration();
    await registration.isDone(host);
    await registration.isDone(host);
    assert.deepEqual(host.events, ['use', 'wait 7000']);
  });

  test('waits only for the rest when the user runs it again meanwhile', async () => {
    const host = vscode();
    const registration = new WalkthroughRegistration();
    const { wait, ...others } = host;
    await registration.isDone({ ...others, wait: async () => undefined });
    host.pass(6000);
    await registration.isDone({ ...others, wait });
    assert.deepEqual(host.events, ['use', 'wait 1000']);
  });
});
