/**
 * Provides an editor for a test suite. Checks at the end that the server sent nothing unexpected and exited with code
 * 0.
 */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { Editor } from './editor.ts';

/**
 * Starts an editor before the tests of a suite and stops it after them. Call it inside `describe`.
 * @param node path of the Node.js that runs the server
 */
export function usePlainEditor(node: string): () => Editor {
  let editor: Editor | undefined;
  const started = (): Editor => {
    assert.ok(editor !== undefined, 'the server did not start');
    return editor;
  };
  before(async () => {
    editor = await Editor.start({ node });
  });
  after(async () => {
    assert.equal(await started().stop(), 0, 'exit code');
    assert.equal(started().stderr, '');
    assert.deepEqual([started().unexpected, started().logged, started().messages], [[], [], []]);
  });
  return started;
}
