/** A reporter for node's test runner that writes one line: how many tests passed, failed and were skipped. */
import type { TestEvent } from 'node:test/reporters';

/** `{"passed":1,"failed":0,"skipped":0}`, at the end. Suites are not counted, only tests. */
export default async function* countReporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for await (const event of events) {
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    const { details, skip, todo } = event.data;
    if (details.type === 'suite') continue;
    if (skip !== undefined || todo !== undefined) counts.skipped += 1;
    else if (event.type === 'test:pass') counts.passed += 1;
    else counts.failed += 1;
  }
  yield `${JSON.stringify(counts)}\n`;
}
