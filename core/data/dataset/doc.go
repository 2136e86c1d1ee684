// Package dataset reads, makes and divides labelled points.
//
//   - Open takes text tables, matrices in brackets, .npy and .npz files, and gives a Source, whose columns Read and Take make a Frame: named
//     features and targets, with classes as labels 1 and -1 or as one-hot rows, words as features of 0 and 1, and missing values refused,
//     dropped or replaced. ReadDigits does the same for the images that package idx reads.
//   - Standardize, Split, RandomFolds and ParseFolds prepare a Frame for training and for testing what was trained.
//   - NewTeacher and Draw make the planted problems of the paper's section 9, for all architectures.
//
// All randomness comes from a generator or a seed that the caller gives.
package dataset
