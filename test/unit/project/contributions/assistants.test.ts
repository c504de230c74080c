/** Tests that package.json describes the tools for assistants as the code does. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { serverProviderId } from '#client/assistants/serverProvider.ts';
import { prompts } from '#core/assistants/prompts/index.ts';
import { skillNameOf } from '#core/assistants/prompts/skill.ts';
import { tools } from '#core/assistants/tools/index.ts';
import { toolNames } from '#core/assistants/toolNames.ts';
import { inputSchemaOf } from '#core/assistants/tool.ts';
import { manifest } from '#test/support/repository/manifest.ts';

const root = path.resolve(import.meta.dirname, '../../../..');

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

  test('contributes a skill for each prompt, with the name of its folder', () => {
    const skills = manifest.contributes.chatSkills;
    assert.deepEqual(
      skills.map((skill) => skill.path),
      prompts.map((prompt) => `./skills/${skillNameOf(prompt)}/SKILL.md`),
    );
    for (const { path: file, when } of skills) {
      const [, header = '', body = ''] = readFileSync(path.join(root, file), 'utf8').split(/^---\n/m);
      const { name, description } = parse(header) as Record<string, string>;
      assert.equal(when, '!osc.web');
      assert.equal(name, path.basename(path.dirname(file)));
      assert.match(name ?? '', /^[a-z0-9-]{1,64}$/);
      assert.ok((description ?? '').length <= 1024);
      assert.match(description ?? '', /Use when /);
      // A skill that names a tool that doesn't exist misleads the assistant.
      const used = body.match(/osc_[a-z_]+[a-z]/g) ?? [];
      assert.ok(used.length > 0);
      for (const tool of used)
        assert.ok(
          toolNames.some((one) => one === tool),
          tool,
        );
    }
  });

  test('registers the server under the ID in the code', () => {
    assert.deepEqual(
      manifest.contributes.mcpServerDefinitionProviders.map(({ id }) => id),
      [serverProviderId],
    );
  });
});
