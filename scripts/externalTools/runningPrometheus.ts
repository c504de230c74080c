/** Runs a Prometheus for a test. It listens on a loopback port of its choice and starts with historical data. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

export interface RunningPrometheus {
  readonly url: string;
  readonly close: () => Promise<void>;
}

export interface PrometheusOptions {
  readonly program: string;
  /** Host and port of the scrape target, which is scraped every second. Labels are kept unchanged. */
  readonly target: string;
  /** Historical series with timestamps of at most 2 hours ago. Scraped once. */
  readonly past: string;
  /** Alerts to evaluate every second. */
  readonly alerts?: readonly { readonly name: string; readonly expr: string; readonly for?: string }[];
}

/**
 * Starts Prometheus. Resolves when it has stored the historical data.
 * @throws if Prometheus doesn't start; the message contains its log
 */
export async function runPrometheus({
  program,
  target,
  past,
  alerts = [],
}: PrometheusOptions): Promise<RunningPrometheus> {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-prometheus-'));
  const exporter = await servePast(past);
  const rulesFile = path.join(folder, 'rules.yml');
  const rules = alerts.map(({ name, ...rule }) => ({ alert: name, ...rule }));
  writeFileSync(rulesFile, JSON.stringify({ groups: [{ name: 'alerts', interval: '1s', rules }] }));
  const configuration = {
    rule_files: [rulesFile],
    storage: { tsdb: { out_of_order_time_window: '3h' } },
    scrape_configs: [scrapeJob('kata', target, '1s'), scrapeJob('past', exporter.address, '3s')],
  };
  const configurationFile = path.join(folder, 'prometheus.yml');
  // JSON is also valid YAML.
  writeFileSync(configurationFile, JSON.stringify(configuration));
  const options = [
    `--config.file=${configurationFile}`,
    '--web.listen-address=127.0.0.1:0',
    `--storage.tsdb.path=${path.join(folder, 'data')}`,
    '--storage.tsdb.retention.time=2d',
    '--log.level=info',
  ];
  const child = spawn(program, options, { stdio: ['ignore', 'ignore', 'pipe'] });
  const gone = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  const close = async (): Promise<void> => {
    child.kill('SIGKILL');
    await gone;
    exporter.close();
    rmSync(folder, { recursive: true, force: true });
  };
  const said: string[] = [];
  const address = await untilReady(child.stderr, gone, said);
  if (address === undefined) {
    await close();
    throw new Error(`Prometheus didn't start:\n${said.slice(-20).join('\n')}`);
  }
  await Promise.race([exporter.collected, gone]);
  return { url: `http://${address}`, close };
}

function scrapeJob(name: string, target: string, interval: string): object {
  return {
    job_name: name,
    honor_labels: true,
    scrape_interval: interval,
    scrape_timeout: interval,
    static_configs: [{ targets: [target] }],
  };
}

interface PastExporter {
  /** Host and port. */
  readonly address: string;
  /** Resolves when Prometheus has stored the historical data. */
  readonly collected: Promise<void>;
  readonly close: () => void;
}

/** Serves the historical data to the first request, and nothing to later ones. */
async function servePast(past: string): Promise<PastExporter> {
  // At the second request, Prometheus has stored the response to the first one.
  let visits = 0;
  let hasKept = (): void => undefined;
  const collected = new Promise<void>((resolve) => {
    hasKept = resolve;
  });
  const server = createServer((_request, response) => {
    visits += 1;
    response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4' }).end(visits === 1 ? past : '');
    if (visits === 2) hasKept();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    address: `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    collected,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * Returns the address on which Prometheus listens when it is ready, or undefined if it exited.
 * @param said receives the lines of its log
 */
function untilReady(log: Readable, gone: Promise<void>, said: string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    let listening: string | undefined;
    let isReady = false;
    createInterface({ input: log }).on('line', (line) => {
      said.push(line);
      listening ??= /Listening on"? address=(127\.0\.0\.1:\d+)/.exec(line)?.[1];
      isReady ||= line.includes('Server is ready');
      // Prometheus writes the two lines in either order.
      if (isReady && listening !== undefined) resolve(listening);
    });
    gone.then(() => resolve(undefined)).catch(() => resolve(undefined));
  });
}
