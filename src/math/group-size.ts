/** Groups smaller than this are shown, marked as too small to carry a number, and left out of comparisons. */
export const LEAST_GROUP = 10;
