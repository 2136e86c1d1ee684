// Package dataset reads, generates and splits labelled points.
//
//   - Open takes text tables, matrices in brackets, .npy and .npz files, and returns a Source. Read and Take make its columns into a Frame:
//     named features and targets, with classes as labels 1 and -1 or as one-hot rows, words as features of 0 and 1, and missing values
//     refused, dropped or replaced. ReadDigits does the same for the images that package idx reads.
//   - Standardize, Split, RandomFolds and ParseFolds prepare a Frame for training and testing.
//   - NewTeacher and Draw generate the planted problems of the paper's section 9, for all architectures.
//
// What is learned from a table, and needed to read another one in the same way, is in its Frame: names, categories and classes; the
// Scaling is beside it. Options.Like reads a table by the Frame of another, Take is where that is done, and document.Columns is how it is
// stored.
//
// All randomness comes from a generator or a seed given by the caller.
package dataset
