import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

type Make<T> = () => T | Promise<T>;
type Close<T> = (made: T) => unknown;

/** Makes one before each test, and closes it afterwards. What is returned stands for the one of the test that runs. */
export function eachTest<T extends object>(make: Make<T>, close: Close<T> = closeIt): T {
  const { standIn, begin, end } = present(make, close);
  beforeEach(begin);
  afterEach(end);
  return standIn;
}

/** Makes one before all tests of a file, or of the `describe` it is called in, and closes it afterwards. */
export function allTests<T extends object>(make: Make<T>, close: Close<T> = closeIt): T {
  const { standIn, begin, end } = present(make, close);
  beforeAll(begin);
  afterAll(end);
  return standIn;
}

function present<T extends object>(make: Make<T>, close: Close<T>) {
  let made: T | undefined;
  const get = (_: object, key: string | symbol): unknown => {
    if (made === undefined) throw new Error(`${String(key)} is there only while a test runs`);
    const value: unknown = Reflect.get(made, key);
    return typeof value === 'function' ? value.bind(made) : value;
  };
  return {
    standIn: new Proxy({}, { get }) as T,
    begin: async (): Promise<void> => {
      made = await make();
    },
    end: async (): Promise<void> => {
      const last = made;
      made = undefined;
      if (last !== undefined) await close(last);
    },
  };
}

async function closeIt(made: { readonly close?: () => unknown }): Promise<void> {
  await made.close?.();
}
