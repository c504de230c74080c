/**
 * Compares the state of CertificateSigningRequests in kubectl with the requests that this product reports as pending.
 * Skipped if kubectl isn't available (`npm test -- contract` downloads it).
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { findKubectl } from '#scripts/externalTools/kubectl.ts';
import { connect } from '#client/kubernetes/transport/connect.ts';
import { readPlatform } from '#client/status/readPlatform.ts';
import type { ObjectToWrite } from '#simulator/store/kubeObject.ts';
import { scenarioNamed, simulate, type Simulation } from '#simulator/main.ts';
import { currentContext } from '#test/support/cluster/apiClient.ts';
import { contextIn, deps } from '#test/support/cluster/clusterHarness.ts';

const kubectl = findKubectl();
const skip = kubectl === undefined ? 'there is no kubectl of 1.27 or newer: npm test -- contract brings one' : false;

/** Conditions of the requests, and whether they have a certificate. */
const requests: Readonly<Record<string, { readonly conditions: readonly string[]; readonly isIssued?: boolean }>> = {
  'csr-approved': { conditions: ['Approved'] },
  'csr-denied': { conditions: ['Denied'] },
  'csr-failed': { conditions: ['Approved', 'Failed'] },
  'csr-issued': { conditions: ['Approved'], isIssued: true },
  'csr-waiting': { conditions: [] },
};

describe('CertificateSigningRequests', { skip }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-csr-'));
  const file = path.join(folder, 'kubeconfig');
  let simulation: Simulation;

  before(async () => {
    simulation = await simulate({ scenario: scenarioNamed('platform-problems') ?? assert.fail(), speed: 0.001 });
    writeFileSync(file, simulation.kubeconfig, { mode: 0o600 });
    const type = simulation.resources.need('certificates.k8s.io', 'certificatesigningrequests');
    for (const [name, { conditions, isIssued }] of Object.entries(requests)) {
      const request: ObjectToWrite = {
        apiVersion: 'certificates.k8s.io/v1',
        kind: 'CertificateSigningRequest',
        metadata: { name },
        spec: { request: 'eA==', signerName: 'kubernetes.io/kubelet-serving', usages: [], username: 'system:node:a' },
        status: {
          conditions: conditions.map((one) => ({ type: one, status: 'True', reason: 'Test', message: '' })),
          ...(isIssued === true ? { certificate: 'eA==' } : {}),
        },
      };
      assert.ok(simulation.store.create(type, request, { seed: true }).ok);
    }
  });
  after(async () => {
    await simulation.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('that are Pending in kubectl get csr are those that status --all reports', async () => {
    const printed = await new Promise<string>((resolve, reject) => {
      execFile(kubectl ?? '', ['--kubeconfig', file, 'get', 'csr', '--no-headers'], (error, stdout) =>
        error === null ? resolve(stdout) : reject(error),
      );
    });
    const states = Object.fromEntries(
      printed
        .trim()
        .split('\n')
        .map((line) => line.trim().split(/ +/))
        .map((cells) => [cells[0] ?? '', cells.at(-1) ?? '']),
    );
    assert.deepEqual(
      Object.keys(requests).map((name) => states[name]),
      ['Approved', 'Denied', 'Approved,Failed', 'Approved,Issued', 'Pending'],
    );
    const connection = connect(await contextIn(file, currentContext(simulation.kubeconfig)), deps());
    const { problems } = await readPlatform(connection, new AbortController().signal, simulation.clock.now());
    connection.close();
    assert.deepEqual(
      problems
        .filter(({ kind }) => kind === 'certificatesigningrequests')
        .map(({ name }) => name)
        .toSorted(),
      Object.keys(states).filter((name) => states[name] === 'Pending'),
    );
  });
});
