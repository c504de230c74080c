/** A Prometheus that runs for a test: on a port of loopback that it chooses, with a past that it is given. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

export interface RunningPrometheus {
  readonly url: string;
  readonly close: () => Promise<void>;
}

export interface Wanted {
  readonly program: string;
  /** Host and port of what it collects each second; labels are taken as they come. */
  readonly target: string;
  /** Series with times, not older than two hours: collected once. */
  readonly past: string;
}

/** Resolves when it has the past. Rejects when it does not come up, with what it said. */
export async function runPrometheus({ program, target, past }: Wanted): Promise<RunningPrometheus> {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-prometheus-'));
  const file = (name: string, text: string): string => {
    const full = path.join(folder, name);
    writeFileSync(full, text);
    return full;
  };
  // Who comes for the second time has kept what it got the first time: then there is nothing more to get.
  let visits = 0;
  let hasKept = (): void => undefined;
  const kept = new Promise<void>((resolve) => {
    hasKept = resolve;
  });
  const teller = createServer((_request, response) => {
    visits += 1;
    response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4' }).end(visits === 1 ? past : '');
    if (visits === 2) hasKept();
  });
  await new Promise<void>((resolve) => {
    teller.listen(0, '127.0.0.1', resolve);
  });
  const address = teller.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const job = (name: string, where: string, every: string): object => ({
    job_name: name,
    honor_labels: true,
    scrape_interval: every,
    scrape_timeout: every,
    static_configs: [{ targets: [where] }],
  });
  const configuration = {
    storage: { tsdb: { out_of_order_time_window: '3h' } },
    scrape_configs: [job('kata', target, '1s'), job('past', `127.0.0.1:${port}`, '3s')],
  };
  const options = [
    '--web.listen-address=127.0.0.1:0',
    `--storage.tsdb.path=${path.join(folder, 'data')}`,
    '--storage.tsdb.retention.time=2d',
    '--log.level=info',
  ];
  // JSON is YAML, too.
  const child = spawn(program, [`--config.file=${file('prometheus.yml', JSON.stringify(configuration))}`, ...options], { stdio: ['ignore', 'ignore', 'pipe'] });
  const gone = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  const close = async (): Promise<void> => {
    child.kill('SIGKILL');
    await gone;
    teller.closeAllConnections();
    teller.close();
    rmSync(folder, { recursive: true, force: true });
  };
  const said: string[] = [];
  const url = await new Promise<string | undefined>((resolve) => {
    let listening: string | undefined;
    let isReady = false;
    createInterface({ input: child.stderr }).on('line', (line) => {
      said.push(line);
      listening ??= /Listening on"? address=(127\.0\.0\.1:\d+)/.exec(line)?.[1];
      isReady ||= line.includes('Server is ready');
      // Prometheus writes the two lines in either order.
      if (isReady && listening !== undefined) resolve(listening);
    });
    gone.then(() => resolve(undefined)).catch(() => resolve(undefined));
  });
  if (url === undefined) {
    await close();
    throw new Error(`Prometheus did not come up:\n${said.slice(-20).join('\n')}`);
  }
  await Promise.race([kept, gone]);
  return { url: `http://${url}`, close };
}
