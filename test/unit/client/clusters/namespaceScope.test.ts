/**
 * Tests the namespaces to which the rows and commands of a cluster are limited, for users with permissions in one, two,
 * or all namespaces. The sessions read a simulated cluster over HTTPS.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { realClock } from '#client/kubernetes/clock.ts';
import { connect } from '#client/kubernetes/transport/connect.ts';
import { ClusterSession } from '#client/clusters/sessions/clusterSession.ts';
import type { ContextInfo } from '#client/clusters/state/contextInfo.ts';
import { plainParagraphs } from '#client/text/markdown.ts';
import { clusterNode } from '#client/tree/rows/cluster/clusterNode.ts';
import { scenarioNamed, simulate, type Simulation } from '#simulator/main.ts';
import { contextIn, deps, folder } from '#test/support/cluster/clusterHarness.ts';
import { untilSession } from './clusterSessions.ts';

describe('namespaces of a cluster', () => {
  const home = folder();
  const sessions: ClusterSession[] = [];
  let simulation: Simulation | undefined;
  let file = '';

  before(async () => {
    simulation = await simulate({ scenario: scenarioNamed('no-permission') ?? assert.fail(), speed: 0.001 });
    file = home.write('kubeconfig', simulation.kubeconfig);
  });
  after(async () => {
    for (const session of sessions) session.close();
    await simulation?.close();
    home.remove();
  });

  /** Opens a session, and waits until the permissions are known. */
  async function open(user: string): Promise<ClusterSession> {
    const { server, namespace } = await contextIn(file, user);
    const info: ContextInfo = {
      name: user,
      server,
      user,
      current: false,
      ...(namespace === undefined ? {} : { namespace }),
    };
    const session = new ClusterSession({
      info,
      connection: connect(await contextIn(file, user), deps()),
      clock: realClock,
      chance: () => 0,
      log: (message) => assert.fail(message),
      changed: () => undefined,
    });
    sessions.push(session);
    await untilSession(session, () => session.permissions !== undefined);
    return session;
  }

  const rowOf = (session: ClusterSession) => clusterNode(session.seen(0), session.info, false).view;
  const tooltipOf = (session: ClusterSession) => plainParagraphs(rowOf(session).tooltip ?? '').join('\n');

  test('are the namespace of the context if the user cannot list all, before any row is expanded', async () => {
    const session = await open('developer');
    assert.deepEqual(session.namespaces, ['developer-sandbox']);
    assert.equal(rowOf(session).description, 'in developer-sandbox');
    assert.match(tooltipOf(session), /commands use developer-sandbox, the namespace of the context/);
    assert.match(rowOf(session).accessibility, /in developer-sandbox/);
    session.selectNamespaces(['tester-sandbox']);
    assert.deepEqual(session.namespaces, ['tester-sandbox'], 'the selection has priority');
    session.selectNamespaces([]);
    assert.deepEqual(session.namespaces, ['developer-sandbox']);
  });

  test('are several if the user selects them, and the pods of both are listed', async () => {
    const session = await open('tester');
    assert.deepEqual(session.namespaces, [], 'the context has no namespace');
    session.selectNamespaces(['developer-sandbox', 'tester-sandbox']);
    assert.equal(rowOf(session).description, 'in 2 namespaces');
    assert.match(tooltipOf(session), /Namespace filter: developer-sandbox and tester-sandbox/);
    session.expanded({ kind: 'workloads' }, true);
    await untilSession(session, () => session.seen(0).workloads.kind === 'loaded');
    const { workloads } = session.seen(0);
    assert.ok(workloads.kind === 'loaded' && workloads.again === undefined, JSON.stringify(workloads));
    assert.deepEqual(workloads.namespaces, ['developer-sandbox', 'tester-sandbox']);
  });

  test('are all for a user who can list all, and a deleted one is named in the tooltip', async () => {
    const session = await open('viewer');
    assert.deepEqual(session.namespaces, []);
    assert.equal(rowOf(session).description, undefined);
    session.expanded({ kind: 'workloads' }, true);
    session.selectNamespaces(['deleted']);
    await untilSession(session, () => (session.scope.missing ?? []).length > 0);
    assert.match(tooltipOf(session), /Namespace deleted doesn't exist/);
  });
});
