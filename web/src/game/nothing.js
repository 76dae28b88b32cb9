// Stands for modules that no browser has.
export default {};
