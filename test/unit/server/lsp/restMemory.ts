/** Prints the size of the heap in bytes, before and after a rest. Run by rest.test.ts in a process of its own: in that of other tests, their memory comes and goes. */
import { mock } from 'node:test';
import process from 'node:process';
import { getHeapStatistics } from 'node:v8';
import { Rest } from '#server/lsp/rest.ts';
import { leaveGarbage } from '#test/support/performance/garbage.ts';

const committed = (): number => getHeapStatistics().total_heap_size;

mock.timers.enable({ apis: ['setTimeout'] });
const rest = new Rest(() => () => 0);
rest.note();
leaveGarbage();
const before = committed();
// A timer that is set while the clock moves counts from where the clock stops.
for (const milliseconds of [5000, 300]) mock.timers.tick(milliseconds);
process.stdout.write(JSON.stringify({ before, after: committed() }));
