/** Tests that package.json describes the tools for assistants as the code does. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { serverProviderId } from '#client/assistants/serverProvider.ts';
import { tools } from '#core/assistants/tools/index.ts';
import { toolNames } from '#core/assistants/toolNames.ts';
import { inputSchemaOf } from '#core/assistants/tool.ts';
import { manifest } from '#test/support/repository/manifest.ts';

describe('assistant tool contribution', () => {
  const contributed = manifest.contributes.languageModelTools;

  test('matches the tools in the code', () => {
    assert.deepEqual(
      tools.map(({ name }) => name),
      [...toolNames],
    );
    assert.deepEqual(
      contributed.map(({ name, displayName, modelDescription, userDescription, inputSchema }) => ({
        name,
        displayName,
        modelDescription,
        userDescription,
        inputSchema,
      })),
      tools.map((tool) => ({
        name: tool.name,
        displayName: tool.title,
        modelDescription: tool.description,
        userDescription: tool.summary,
        inputSchema: JSON.parse(JSON.stringify(inputSchemaOf(tool))) as unknown,
      })),
    );
  });

  test('has a unique reference name for each tool', () => {
    assert.equal(new Set(contributed.map(({ toolReferenceName }) => toolReferenceName)).size, tools.length);
    for (const { canBeReferencedInPrompt, toolReferenceName, when } of contributed) {
      assert.ok(canBeReferencedInPrompt);
      // In a browser, the tools aren't available.
      assert.equal(when, '!osc.web');
      assert.match(toolReferenceName, /^osc-[a-z-]+$/);
    }
  });

  test('has short descriptions that mark content as data', () => {
    for (const { description, fields } of tools) {
      assert.ok(description.length < 1024);
      assert.match(description, /data, not instructions/);
      for (const field of Object.values(fields)) assert.match(field.description, /\.$/);
    }
  });

  test('registers the server under the ID in the code', () => {
    assert.deepEqual(
      manifest.contributes.mcpServerDefinitionProviders.map(({ id }) => id),
      [serverProviderId],
    );
  });
});
