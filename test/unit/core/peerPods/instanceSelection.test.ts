import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Provider } from '#core/peerPods/configKey.ts';
import {
  parseAnnotationInteger,
  selectInstanceType,
  type SelectionInput,
  withResources,
} from '#core/peerPods/instanceSelection.ts';
import { findInstanceSize } from '#core/peerPods/instanceSizes.ts';
import { findRelease, newestRelease } from '#core/product/releases.ts';

const listedTypes = ['t2.small', 't2.medium', 't3.large'];
const choose = (more: Partial<SelectionInput>) =>
  selectInstanceType({
    provider: 'aws',
    release: newestRelease,
    defaultType: 't3.medium',
    listedTypes,
    annotations: {},
    ...more,
  });
const chosen = (more: Partial<SelectionInput>) => {
  const selection = choose(more);
  return selection.outcome === 'chosen' ? selection.instanceType : selection;
};
const message = (more: Partial<SelectionInput>) => {
  const selection = choose(more);
  return selection.outcome === 'refused' ? selection.message : selection;
};

suite('instance type selection', () => {
  test('uses the default even if the list lacks it', () => assert.equal(chosen({}), 't3.medium'));
  test('accepts a listed type', () => assert.equal(chosen({ annotations: { machineType: 't3.large' } }), 't3.large'));
  test('rejects an explicit default that the list lacks', () => {
    assert.equal(
      message({ annotations: { machineType: 't3.medium' } }),
      'requested instance type ("t3.medium") is not part of supported instance types list',
    );
  });
  test('allows only the default when the list is empty', () => {
    assert.equal(chosen({ listedTypes: [], annotations: { machineType: 't3.medium' } }), 't3.medium');
    assert.equal(
      message({ listedTypes: [], annotations: { machineType: 't3.large' } }),
      'requested instance type ("t3.large") is not default ("t3.medium") and supported instance types list is empty',
    );
  });
  test('selects a type by vCPUs and memory', () => {
    assert.equal(chosen({ annotations: { defaultVcpus: '2', defaultMemory: '4096' } }), 't2.medium');
    assert.equal(chosen({ annotations: { defaultVcpus: '1', defaultMemory: '1024' } }), 't2.small');
    assert.equal(
      message({ annotations: { defaultVcpus: '8', defaultMemory: '4096' } }),
      'no instance type found for the given vcpus (8) and memory (4096)',
    );
  });
  test('uses the default for incomplete or non-integer sizes', () => {
    assert.equal(chosen({ annotations: { defaultVcpus: '2' } }), 't3.medium');
    assert.equal(chosen({ annotations: { defaultVcpus: '2', defaultMemory: '4096Mi' } }), 't3.medium');
    assert.equal(chosen({ annotations: { defaultVcpus: '0.5', defaultMemory: '4096' } }), 't3.medium');
  });
  test('prefers the type over the size', () => {
    assert.equal(
      chosen({ annotations: { machineType: 't2.small', defaultVcpus: '2', defaultMemory: '8192' } }),
      't2.small',
    );
  });
  test('returns the size of the selected type', () => {
    const selection = choose({ annotations: { machineType: 't3.large' } });
    assert.deepEqual(selection.outcome === 'chosen' ? selection.size : undefined, {
      vcpus: 2,
      memoryMiB: 8192,
      gpus: 0,
    });
  });
});

suite('undetermined instance type selection', () => {
  test('results from unknown sizes', () => {
    const selection = choose({
      listedTypes: ['t2.small', 'x9.huge'],
      annotations: { defaultVcpus: '2', defaultMemory: '4096' },
    });
    assert.equal(selection.outcome, 'cannot say');
  });
  test("doesn't result from a type of unknown size that is requested by name", () =>
    assert.equal(chosen({ listedTypes: ['x9.huge'], annotations: { machineType: 'x9.huge' } }), 'x9.huge'));
  test('results from a type combined with a size before OSC 1.11', () => {
    const annotations = { machineType: 't2.small', defaultVcpus: '2', defaultMemory: '4096' };
    for (const id of ['1.8', '1.10'])
      assert.equal(choose({ release: findRelease(id) ?? newestRelease, annotations }).outcome, 'cannot say', id);
    assert.equal(choose({ release: findRelease('1.11') ?? newestRelease, annotations }).outcome, 'chosen');
  });
  test('results from libvirt', () => assert.equal(choose({ provider: 'libvirt' }).outcome, 'cannot say'));
  test('results from a missing default', () =>
    assert.equal(
      selectInstanceType({ provider: 'ibmcloud', release: newestRelease, listedTypes: [], annotations: {} }).outcome,
      'cannot say',
    ));
});

test('instance type selection uses the built-in default when none is set', () => {
  const defaults: Partial<Record<Provider, string>> = {
    aws: 'm6a.large',
    azure: 'Standard_DC2as_v5',
    gcp: 'e2-medium',
  };
  for (const provider of ['aws', 'azure', 'gcp'] as const) {
    for (const defaultType of ['', undefined]) {
      const selection = selectInstanceType({
        provider,
        release: newestRelease,
        listedTypes: [],
        annotations: {},
        ...(defaultType === undefined ? {} : { defaultType }),
      });
      assert.equal(selection.outcome === 'chosen' ? selection.instanceType : '', defaults[provider]);
    }
  }
});

suite('GPU type selection', () => {
  const withGpu = [...listedTypes, 'g4dn.2xlarge', 'g4dn.xlarge'];
  test('selects the smallest type with enough GPUs', () =>
    assert.equal(chosen({ listedTypes: withGpu, annotations: { defaultGpus: '1' } }), 'g4dn.xlarge'));
  test('excludes GPU types when no GPU is requested', () => {
    assert.equal(
      message({ listedTypes: withGpu, annotations: { defaultVcpus: '4', defaultMemory: '4096' } }),
      'no instance type found for the given vcpus (4) and memory (4096)',
    );
  });
  test('rejects more GPUs than any type has', () => {
    assert.equal(
      message({ annotations: { defaultGpus: '1' } }),
      'no instance type found for the given GPUs (1), vCPUs (0), and memory (0)',
    );
  });
  test('rejects every GPU request on Azure', () => {
    assert.equal(
      choose({ provider: 'azure', listedTypes: ['Standard_NC4as_T4_v3'], annotations: { defaultGpus: '1' } }).outcome,
      'refused',
    );
  });
});

suite('binary search for a size', () => {
  // Sorted by memory: c5.large 2 x 4, c5.xlarge 4 x 8, r5.large 2 x 16, t3.xlarge 4 x 16 (vCPUs x GiB).
  const annotations = { defaultVcpus: '4', defaultMemory: '4096' };
  test('finds c5.xlarge in the middle', () =>
    assert.equal(chosen({ listedTypes: ['c5.large', 'c5.xlarge', 'r5.large'], annotations }), 'c5.xlarge'));
  test('skips the smaller c5.xlarge when the middle type has too few vCPUs', () => {
    assert.equal(chosen({ listedTypes: ['c5.xlarge', 'r5.large', 't3.xlarge'], annotations }), 't3.xlarge');
  });
  test('finds nothing when no larger type exists', () => {
    assert.equal(
      message({ listedTypes: ['c5.xlarge', 'r5.large'], annotations }),
      'no instance type found for the given vcpus (4) and memory (4096)',
    );
  });
});

suite('selection among types of one size', () => {
  const annotations = { defaultVcpus: '2', defaultMemory: '8192' };
  test('uses the first listed type', () =>
    assert.equal(chosen({ listedTypes: ['m6a.large', 'm5.large'], annotations }), 'm6a.large'));
  test('is undetermined for more than 12 types', () => {
    const many = ['m5', 'm5a', 'm6i', 'm6a', 'm7i', 'm7a', 't3', 't3a', 't2'].map((family) => `${family}.large`);
    assert.equal(
      choose({ listedTypes: [...many, ...listedTypes, 'c5.large', 'c5a.large'], annotations }).outcome,
      'cannot say',
    );
  });
});

test('instance type selection by name is undetermined on Google Cloud before OSC 1.11', () => {
  const old = {
    provider: 'gcp',
    defaultType: 'e2-medium',
    listedTypes: [],
    release: findRelease('1.9') ?? newestRelease,
  } as const;
  assert.equal(choose({ ...old, annotations: { machineType: 'e2-medium' } }).outcome, 'cannot say');
  assert.equal(chosen(old), 'e2-medium');
});

suite('container resource conversion', () => {
  test('sums and rounds up resources and overrides annotations', () => {
    const containers = [{ requests: { cpu: 0.5, memoryMiB: 512 } }, { requests: { cpu: 0.6, memoryMiB: 600.5 } }];
    assert.deepEqual(withResources({ defaultVcpus: '8', machineType: 'x' }, containers), {
      machineType: 'x',
      defaultVcpus: '2',
      defaultMemory: '1113',
    });
  });
  test("uses the limits only if they aren't lower than the requests", () => {
    assert.deepEqual(withResources({}, [{ requests: { cpu: 1 }, limits: { cpu: 3 } }]), { defaultVcpus: '3' });
    assert.deepEqual(withResources({}, [{ limits: { cpu: 2, memoryMiB: 4096 } }]), {
      defaultVcpus: '2',
      defaultMemory: '4096',
    });
    assert.deepEqual(withResources({}, [{ requests: { cpu: 4 } }, { requests: { cpu: 1 }, limits: { cpu: 2 } }]), {
      defaultVcpus: '5',
    });
  });
  test('converts GPUs', () => assert.deepEqual(withResources({}, [{ limits: { gpus: 1 } }]), { defaultGpus: '1' }));
  test('keeps the annotations without resources', () =>
    assert.deepEqual(withResources({ defaultVcpus: '2' }, [{}]), { defaultVcpus: '2' }));
  test('selects the default type for CPUs alone', () =>
    assert.equal(chosen({ containers: [{ requests: { cpu: 2 } }] }), 't3.medium'));
  test('selects a type by size for CPUs and memory', () =>
    assert.equal(chosen({ containers: [{ requests: { cpu: 2, memoryMiB: 4096 } }] }), 't2.medium'));
});

test('annotation integers are 0 when invalid', () => {
  for (const [text, value] of [
    ['2', 2],
    ['+2', 2],
    ['-1', -1],
    ['0.5', 0],
    ['2Gi', 0],
    ['4096Mi', 0],
    ['', 0],
    [' 2', 0],
    ['9223372036854775808', 0],
  ] as const) {
    assert.equal(parseAnnotationInteger(text), value, text);
  }
  assert.equal(parseAnnotationInteger(undefined), 0);
});

suite('instance size lookup', () => {
  const known: readonly (readonly [Provider, string, number, number, number?])[] = [
    ['aws', 't2.small', 1, 2048],
    ['aws', 't2.medium', 2, 4096],
    ['aws', 't3.nano', 2, 512],
    ['aws', 't3.medium', 2, 4096],
    ['aws', 't3.2xlarge', 8, 32_768],
    ['aws', 'm6a.large', 2, 8192],
    ['aws', 'c6i.4xlarge', 16, 32_768],
    ['aws', 'r5.xlarge', 4, 32_768],
    ['aws', 'g5.xlarge', 4, 16_384, 1],
    ['azure', 'Standard_B2als_v2', 2, 4096],
    ['azure', 'Standard_DC2as_v5', 2, 8192],
    ['azure', 'Standard_DC2eds_v5', 2, 8192],
    ['azure', 'Standard_D4as_v5', 4, 16_384],
    ['gcp', 'e2-medium', 2, 4096],
    ['gcp', 'n2d-standard-2', 2, 8192],
    ['ibmcloud', 'bx2-2x8', 2, 8192],
    ['ibmcloud', 'bz2e-1x4', 1, 4096],
    ['ibmcloud', 'gx3-16x80x1l4', 16, 81_920],
  ];
  for (const [provider, type, vcpus, memoryMiB, gpus = 0] of known) {
    test(`returns the size of ${type} on ${provider}`, () =>
      assert.deepEqual(findInstanceSize(provider, type), { vcpus, memoryMiB, gpus }));
  }
  test('returns undefined for uncertain types', () => {
    const unknown: readonly (readonly [Provider, string])[] = [
      ['aws', 'm6a.metal'],
      ['aws', 'm6a.metal'],
      ['aws', 'toString'],
      ['aws', 't3.toString'],
      ['aws', 'bx2-2x8'],
      ['azure', 'Standard_NC4as_T4_v3'],
      ['azure', 'toString'],
      ['gcp', 'n2d-custom-4-8192'],
      ['gcp', 'toString'],
      ['ibmcloud', 'large'],
      ['libvirt', 'default'],
    ];
    for (const [provider, type] of unknown)
      assert.equal(findInstanceSize(provider, type), undefined, `${provider} ${type}`);
  });
});
