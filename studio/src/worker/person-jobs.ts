/** The jobs of this area. */
export const jobs = {};
