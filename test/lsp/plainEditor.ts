/** An editor for a suite of tests, whose server says nothing that nobody asked for, and ends well. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { Editor } from './editor.ts';

/** Called in a suite. @param node that runs the server */
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
