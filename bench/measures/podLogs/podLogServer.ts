/** Serves two pods whose logs grow by 10,000 lines per second in total, in a separate process. */
import { createServer, type ServerResponse } from 'node:http';
import process from 'node:process';
import { getNumber } from '#core/common/json.ts';
import { linesPerSecond, logPods } from './podLogLines.ts';

const seconds = Number(process.argv[2]);
/** Time between two writes, in milliseconds. */
const interval = 10;

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (url.pathname.endsWith('/log')) {
    response.writeHead(200, { 'Content-Type': 'text/plain' });
    return writeLog(response);
  }
  response.writeHead(200, { 'Content-Type': 'application/json' });
  // A watch without changes stays open.
  if (url.searchParams.has('watch')) return response.flushHeaders();
  response.end(
    JSON.stringify({ kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '1' }, items: logPods }),
  );
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: getNumber(server.address(), 'port') }));

/** Writes the lines of one pod. A delayed timer is made up for, so that the rate stays the same. */
function writeLog(response: ServerResponse): void {
  const total = (seconds * linesPerSecond) / logPods.length;
  const began = Date.now();
  let written = 0;
  const timer = setInterval(() => {
    const due = Math.min(total, Math.floor(((Date.now() - began) / 1000) * (linesPerSecond / logPods.length)));
    const time = `${new Date().toISOString().slice(0, 23)}000000Z`;
    let text = '';
    for (; written < due; written += 1) text += `${time} level=info msg="line ${written}" path=/orders status=200\n`;
    response.write(text);
    if (written === total) clearInterval(timer);
  }, interval);
  response.on('close', () => clearInterval(timer));
}
