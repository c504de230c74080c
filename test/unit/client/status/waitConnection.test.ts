/**
 * Tests `osc-tools wait` over a real connection to a simulated cluster, with a clock that runs faster: an API server
 * that is unavailable for ten minutes, and a token that expires during the wait.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { connect } from '#client/kubernetes/transport/connect.ts';
import { runWait } from '#client/status/waitCommand.ts';
import { loginGrace, type WaitEnd } from '#client/status/waitRun.ts';
import { scenarioNamed } from '#simulator/main.ts';
import { administrator } from '#simulator/scenarios/engine/scenario.ts';
import { simulate, type Simulation } from '#simulator/simulate.ts';
import { contextIn, deps, folder } from '#test/support/cluster/clusterHarness.ts';
import { PacedClock } from '#test/support/time/pacedClock.ts';

const minute = 60_000;

interface Stage {
  readonly simulation: Simulation;
  readonly clock: PacedClock;
  /** Lines of the wait. */
  readonly lines: readonly string[];
  /** Writes the file that contains the token of the user. */
  readonly writeToken: (token: string) => void;
}

/**
 * Waits for the installation of `two-workers`, whose user has a token in a file.
 * @param onLine called for each line of the wait
 */
async function waitWith(
  onLine: (line: string, stage: Stage) => void,
): Promise<Stage & { readonly end: WaitEnd; readonly passed: number }> {
  const simulation = await simulate({ scenario: scenarioNamed('two-workers') ?? assert.fail(), speed: 60 });
  const home = folder();
  const clock = new PacedClock(200);
  const lines: string[] = [];
  const token = home.write('token', simulation.logIn(administrator));
  const kubeconfig = simulation.kubeconfig.replaceAll(/"token": "[^"]*"/g, `"tokenFile": ${JSON.stringify(token)}`);
  const context = await contextIn(home.write('kubeconfig', kubeconfig), 'kube-admin');
  const connection = connect(context, deps());
  const stage = { simulation, clock, lines, writeToken: (text: string) => writeFileSync(token, text) };
  try {
    assert.ok(simulation.begin().ok);
    const start = clock.now();
    const { signal } = new AbortController();
    const head = { cluster: 'kube-admin', server: simulation.url, user: 'kube:admin', clock: '' };
    const end = await runWait(
      { connection, head, now: () => clock.now(), signal, withoutLimit: (work) => work() },
      {
        target: { kind: 'installed' },
        timeout: 90 * minute,
        failFast: false,
        stop: signal,
        onLine(line) {
          lines.push(line);
          onLine(line, stage);
        },
      },
      clock,
    );
    return { ...stage, end, passed: clock.now() - start };
  } finally {
    connection.close();
    await simulation.close();
    home.remove();
  }
}

describe('osc-tools wait', { timeout: 120_000 }, () => {
  test('continues after the API server was unavailable for ten minutes, and reports the gap once', async () => {
    let isDown = false;
    const { end, lines } = await waitWith((line, { simulation, clock }) => {
      if (isDown || !line.startsWith('Installing')) return;
      isDown = true;
      simulation.faults.add({ effect: { kind: 'reset' } });
      simulation.cutConnections();
      clock.after(10 * minute, () => {
        simulation.faults.clear();
        simulation.clock.pace(3000);
      });
    });
    const text = lines.join('\n');
    assert.equal(end.kind, 'reached', text);
    assert.equal(lines.filter((line) => line.startsWith('No response from the cluster: ')).length, 1, text);
    assert.match(text, /^The cluster responds again after (?:9|1\d) min(?: \d+ s)?$/m);
    assert.match(text, /^worker-0: Installed$/m);
  });

  test('ends with the reason after the server rejected an expired token for two minutes', async () => {
    let isExpired = false;
    const { end, passed, lines } = await waitWith((line, { simulation }) => {
      if (isExpired || !line.startsWith('Installing')) return;
      isExpired = true;
      simulation.tokens.expire(administrator.name);
      simulation.cutConnections();
    });
    assert.ok(end.kind === 'loggedOut', lines.join('\n'));
    assert.match(end.reason, /log in|token|expired|Unauthorized/i);
    assert.ok(passed >= loginGrace, String(passed));
    assert.ok(!lines.some((line) => line.includes('Installed')), lines.join('\n'));
  });

  test('continues with the new token if the token file was renewed', async () => {
    let isExpired = false;
    const { end, lines } = await waitWith((line, { simulation, writeToken }) => {
      if (isExpired || !line.startsWith('Installing')) return;
      isExpired = true;
      simulation.tokens.expire(administrator.name);
      writeToken(simulation.logIn(administrator));
      simulation.cutConnections();
      simulation.clock.pace(3000);
    });
    assert.equal(end.kind, 'reached', JSON.stringify(end) + lines.join('\n'));
    assert.match(lines.join('\n'), /^worker-0: Installed$/m);
  });
});
