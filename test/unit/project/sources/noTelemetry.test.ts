/**
 * Tests that the extension sends no telemetry and uses the network only in client/src/kubernetes, which contacts what
 * the user configures.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';

const root = path.resolve(import.meta.dirname, '../../../..');
const sources = ['core', 'server/src', 'client/src', 'gather/src', 'simulator/src', 'snippets', 'schemas'].flatMap(
  (folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => ({
        file: path.posix.join(folder, name.replaceAll('\\', '/')),
        text: readFileSync(path.join(root, folder, name), 'utf8'),
      })),
);
const filesWith = (pattern: RegExp) =>
  sources.filter(({ text }) => pattern.test(withoutComments(text))).map(({ file }) => file);

/** Removes comments, which can mention what the code must not do. Slashes in addresses don't start a comment. */
function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1');
}

const telemetry =
  /createTelemetryLogger|TelemetryLogger|isTelemetryEnabled|onDidChangeTelemetryEnabled|\bmachineId\b|env\.sessionId|telemetry\/event|sendTelemetry/;
const network =
  /from '(?:node:)?(?:https?|http2|net|tls|dgram|dns)(?:\/promises)?'|\b(?:import|require)\('(?:node:)?(?:https?|http2|net|tls|dgram|dns)/;
const webNetwork = /(?<![.#\w])fetch\(|\bnew (?:WebSocket|XMLHttpRequest|EventSource)\b|\bsendBeacon\b/;
/** Code that contacts clusters, and the simulator, which listens on this computer. */
const mayUseNetwork = /^(?:client\/src\/kubernetes|simulator\/src)\//;

describe('source code', () => {
  test('uses no telemetry API and no machine or session ID', () => {
    assert.ok(sources.length > 1000);
    assert.deepEqual(filesWith(telemetry), []);
  });
  test('uses the network only where it contacts clusters', () => {
    const users = filesWith(new RegExp(`${network.source}|${webNetwork.source}`));
    assert.ok(users.includes('client/src/kubernetes/transport/connect.ts'), 'the test can fail');
    assert.deepEqual(
      users.filter((file) => !mayUseNetwork.test(file)),
      [],
    );
  });
  test('would fail the patterns if it used telemetry or the network', () => {
    assert.match("import { request } from 'node:https';", network);
    assert.match("await import('http2')", network);
    assert.match('await fetch(url)', webNetwork);
    assert.match('env.createTelemetryLogger(sender)', telemetry);
  });
  test('allows no connections from webviews', () => {
    const policy = readFileSync(path.join(root, 'client/src/webview/html.ts'), 'utf8');
    assert.match(policy, /default-src 'none'/);
    assert.doesNotMatch(policy, /connect-src/);
  });
});
