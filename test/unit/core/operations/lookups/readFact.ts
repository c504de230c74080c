/** Reads lookups from scripted API responses. */
import assert from 'node:assert/strict';
import type { ReadResult } from '#core/operations/lookups/lookup.ts';
import { lookups, type LookupId, type LookupValue } from '#core/operations/lookupList.ts';
import { writtenReader, type Answers } from '#test/support/operations/lookupReaders.ts';

/** Reads a lookup from API responses. */
export async function readFact<Id extends LookupId>(id: Id, answers: Answers): Promise<ReadResult<LookupValue<Id>>> {
  return lookups[id].read(writtenReader(answers)) as Promise<ReadResult<LookupValue<Id>>>;
}

/**
 * Reads a lookup from API responses.
 * @throws if the lookup has no value
 */
export async function readFactValue<Id extends LookupId>(id: Id, answers: Answers): Promise<LookupValue<Id>> {
  const answer = await readFact(id, answers);
  assert.ok(answer.kind === 'value', JSON.stringify(answer));
  return answer.value;
}

/** Returns the metadata of an object. */
export const createMetadata = (name: string, namespace?: string, more: object = {}): object => ({
  name,
  uid: `uid of ${name}`,
  resourceVersion: '1',
  ...(namespace === undefined ? {} : { namespace }),
  ...more,
});
