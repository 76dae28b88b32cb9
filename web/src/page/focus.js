/// Where the keyboard goes when the button that was pressed is gone.
export const focusBoard = () => document.querySelector('.board')?.focus();
