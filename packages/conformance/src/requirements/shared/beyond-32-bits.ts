/** Beyond 32 bits, and `value` to whoever keeps the lower 32 bits alone: a width that is checked by no one shows. */
export const beyond32Bits = (value: number): number => 2 ** 32 + value;
